/** Forms of staff: what they ask for. Pure, safe in the browser. */
import { z } from 'zod';
import { newPasswordField } from '../accounts/model.ts';
import { emailField, singleLineField } from '../kernel/form-fields.ts';
import { roles } from './model.ts';

const minStaffPasswordLength = 10;

const tooShort = `The password must have at least ${minStaffPasswordLength} characters.`;
/** Its own length comes first: a customer's may be shorter. */
const staffPasswordField = z
  .string({ error: tooShort })
  .min(minStaffPasswordLength, tooShort)
  .pipe(newPasswordField);
const lowerCaseEmailField = emailField().transform((email) => email.toLowerCase());
const passwordField = z
  .string({ error: 'Please give your password.' })
  .min(1, 'Please give your password.')
  .max(200, 'Please keep the password to 200 characters.');
const nameField = singleLineField('your name', 120);

export const signInForm = z.object({ email: lowerCaseEmailField, password: passwordField });
/** Six digits of an app, or a recovery code. */
export const codeForm = z.object({ code: singleLineField('the code', 40) });
export const proofForm = z.object({
  password: passwordField,
  code: z.string().max(40).default(''),
});
/** The name and the role are in the invitation or in the row; a role in the form is ignored. */
export const acceptForm = z.object({ name: nameField, password: staffPasswordField });
export const inviteForm = z.object({
  email: lowerCaseEmailField,
  role: z.enum(roles, { error: 'Please choose a role.' }),
});
export const nameForm = z.object({ name: nameField });
export const newPasswordForm = z.object({ present: passwordField, password: staffPasswordField });
/** The owner of a new store, beside its other fields. */
export const ownerForm = z.object({
  owner_email: lowerCaseEmailField,
  owner_name: nameField,
  owner_password: staffPasswordField,
});
