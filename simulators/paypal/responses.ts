/** Answers of the simulator, and errors in PayPal's own words. */
import type { ServerResponse } from 'node:http';
import issues from './issues.json' with { type: 'json' };
import { newId, type SimulatedOrder } from './ledger.ts';

export type EventDraft = { readonly type: string; readonly resource: object };

export type SimulatorResponse = {
  readonly status: number;
  readonly body: object;
  /** The order as it is afterwards. */
  readonly savedOrder?: SimulatedOrder;
  /** A repeated request id gets the same answer. */
  readonly isReplayable?: true;
  /** Webhooks that follow. */
  readonly events?: readonly EventDraft[];
};

const errorNames: Readonly<Record<number, readonly [string, string]>> = {
  400: [
    'INVALID_REQUEST',
    'Request is not well-formed, syntactically incorrect, or violates schema.',
  ],
  401: [
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication ' +
      'credentials.',
  ],
  403: ['NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  405: ['METHOD_NOT_SUPPORTED', 'The server does not implement the requested HTTP method.'],
  409: ['RESOURCE_CONFLICT', 'The server has detected a conflict while processing this request.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', "The server does not support the request payload's media type."],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business ' +
      'validation.',
  ],
  429: ['RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.'],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error occurred.'],
  503: ['SERVICE_UNAVAILABLE', 'Service Unavailable.'],
};

/** An error without an issue, by its status. */
export function errorResponse(status: number, details: readonly object[] = []): SimulatorResponse {
  const [name, message] = errorNames[status] ?? errorNames[500]!;
  return {
    status,
    body: {
      name,
      message,
      debug_id: newId(),
      ...(details.length > 0 ? { details } : {}),
      links: [],
    },
  };
}

/** A query parameter that the operation does not have. */
export const refuseParameter = (name: string): SimulatorResponse =>
  errorResponse(400, [
    {
      field: name,
      location: 'query',
      issue: 'INVALID_PARAMETER',
      description: 'This parameter is not supported.',
    },
  ]);

/** Descriptions by issue by status; PayPal describes a few with nothing. */
type IssuesByStatus = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

export type IssueOperation = Exclude<keyof typeof issues, 'source'>;

const isIssueOperation = (operation: string): operation is IssueOperation =>
  operation !== 'source' && operation in issues;

/**
 * The refusal of an operation with one of its issues, in PayPal's words and with PayPal's status;
 * undefined if PayPal's operation has no such issue.
 */
export function findIssueResponse(
  operation: string,
  issue: string,
  field?: string,
): SimulatorResponse | undefined {
  if (!isIssueOperation(operation)) return undefined;
  const byStatus: IssuesByStatus = issues[operation];
  for (const [status, descriptions] of Object.entries(byStatus)) {
    const description = descriptions[issue];
    if (description === undefined) continue;
    const detail = { issue, description, ...(field ? { field, location: 'body' } : {}) };
    return errorResponse(Number(status), [detail]);
  }
  return undefined;
}

/** As `findIssueResponse`; throws for an issue that PayPal does not have. */
export function issueResponse(
  operation: IssueOperation,
  issue: string,
  field?: string,
): SimulatorResponse {
  const response = findIssueResponse(operation, issue, field);
  if (!response) throw new Error(`PayPal's ${operation} has no issue ${issue}`);
  return response;
}

export const resourceNotFound = (): SimulatorResponse =>
  issueResponse('get', 'INVALID_RESOURCE_ID');

/** The body as JSON, {} for an empty one; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function sendResponse(res: ServerResponse, { status, body }: SimulatorResponse): void {
  if (res.destroyed) return;
  res.writeHead(status, { 'content-type': 'application/json', 'paypal-debug-id': newId() });
  res.end(status === 204 ? undefined : JSON.stringify(body));
}

/** Without `Prefer: return=representation` an answer is only an id, a status and links. */
export function applyPreferHeader(response: SimulatorResponse, prefer: string): SimulatorResponse {
  if (response.status >= 300 || prefer.includes('return=representation')) return response;
  const { id, status, links } = response.body as Record<string, unknown>;
  return { ...response, body: { id, status, links } };
}
