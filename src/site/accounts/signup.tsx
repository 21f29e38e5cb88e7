import { data } from 'react-router';
import type { Route } from './+types/signup.ts';
import { paths } from '#src/paths.ts';
import { shopContext, visitContext } from '#site/context.ts';
import { textFields } from '#site/leads/send.ts';
import { Entrance } from './entrance.tsx';

export const loader = ({ context }: Route.LoaderArgs) => ({
  origin: context.get(visitContext).origin,
});

export async function action({ context, request }: Route.ActionArgs) {
  const { password: _, ...values } = textFields(await request.clone().formData());
  const answer = await context
    .get(shopContext)
    .accounts.register(textFields(await request.formData()), context.get(visitContext));
  if (answer.ok) return data({ good: true, message: answer.value.message, errors: {}, values: {} });
  return data(
    { good: false, message: answer.message, errors: answer.errors ?? {}, values },
    {
      status: answer.status,
      ...(answer.retryAfter ? { headers: { 'retry-after': String(answer.retryAfter) } } : {}),
    },
  );
}

export default function Signup({ loaderData: { origin }, actionData }: Route.ComponentProps) {
  return (
    <Entrance
      kind="signup"
      title="Sign up"
      description="Open an account: your orders, invoices and downloads in one place."
      canonical={origin + paths.signup()}
      {...(actionData ? { sent: actionData } : {})}
    >
      <p>
        There is an account already?{' '}
        <a className="link" href={paths.login()}>
          Login
        </a>
      </p>
    </Entrance>
  );
}
