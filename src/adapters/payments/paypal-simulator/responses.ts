/** What an operation of the counterpart answers, and errors as PayPal words them. */
import issues from './issues.json' with { type: 'json' };
import { newId, type SimulatedOrder } from './ledger.ts';

export type EventDraft = { readonly type: string; readonly resource: object };

/** An answer; the order that it leaves behind, whether a repeated request id gets it again, and the webhooks that follow. */
export type SimulatorResponse = {
  readonly status: number;
  readonly body: object;
  readonly savedOrder?: SimulatedOrder;
  readonly isReplayable?: true;
  readonly events?: readonly EventDraft[];
};

const errorNames: Readonly<Record<number, readonly [string, string]>> = {
  400: [
    'INVALID_REQUEST',
    'Request is not well-formed, syntactically incorrect, or violates schema.',
  ],
  401: [
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ],
  403: ['NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  405: ['METHOD_NOT_SUPPORTED', 'The server does not implement the requested HTTP method.'],
  409: ['RESOURCE_CONFLICT', 'The server has detected a conflict while processing this request.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', "The server does not support the request payload's media type."],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
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

export type IssueOperation = Exclude<keyof typeof issues, 'source'>;

/** The refusal of an operation with one of its issues, in PayPal's own words and under its own status. Throws for an issue that PayPal has not. */
export function issueResponse(
  operation: IssueOperation,
  issue: string,
  field?: string,
): SimulatorResponse {
  for (const [status, known] of Object.entries(
    issues[operation] as Record<string, Record<string, string>>,
  )) {
    const description = known[issue];
    if (description !== undefined)
      return errorResponse(Number(status), [
        { issue, description, ...(field ? { field, location: 'body' } : {}) },
      ]);
  }
  throw new Error(`PayPal's ${operation} has no issue ${issue}`);
}

export const resourceNotFound = (): SimulatorResponse =>
  issueResponse('get', 'INVALID_RESOURCE_ID');

/** The body as JSON; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}
