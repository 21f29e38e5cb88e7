import { data } from 'react-router';
import type { Route } from './+types/forgot-password.ts';
import { paths } from '#src/paths.ts';
import { shopContext, visitContext } from '#site/context.ts';
import { textFields } from '#site/leads/send.ts';
import { Entrance } from './entrance.tsx';

export const loader = ({ context }: Route.LoaderArgs) => ({
  origin: context.get(visitContext).origin,
});

export async function action({ context, request }: Route.ActionArgs) {
  const values = textFields(await request.formData());
  const answer = await context.get(shopContext).accounts.forgot(values, context.get(visitContext));
  if (answer.ok) return data({ good: true, message: answer.value.message, errors: {}, values: {} });
  return data(
    { good: false, message: answer.message, errors: answer.errors ?? {}, values },
    {
      status: answer.status,
      ...(answer.retryAfter ? { headers: { 'retry-after': String(answer.retryAfter) } } : {}),
    },
  );
}

export default function ForgotPassword({
  loaderData: { origin },
  actionData,
}: Route.ComponentProps) {
  return (
    <Entrance
      kind="forgot-password"
      title="Forgot password"
      description="Have a link sent that sets a new password."
      canonical={origin + paths.forgotPassword()}
      {...(actionData ? { sent: actionData } : {})}
    >
      <p>
        <a className="link" href={paths.login()}>
          Back to login
        </a>
      </p>
    </Entrance>
  );
}
