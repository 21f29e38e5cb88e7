import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { listLeads, newLeadVisitor } from '../../../test/support/test-leads.ts';
import { createUploadedFile } from '../../../test/support/uploaded-file.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

const pdf = new TextEncoder().encode('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer\n%%EOF\n');

const form = {
  name: 'Cee',
  email: 'cv@example.com',
  phone: '+1 202 555 0100',
  position: 'Analyst',
  message: 'Hello',
};

test('a CV is stored with the application, under our own key', async () => {
  const upload = createUploadedFile('../../x/CV ‮.pdf', pdf);
  const outcome = await testApp.app.leads.jobApplications.submit(form, upload, newLeadVisitor());
  expect(outcome.ok).toBe(true);
  const [lead] = await listLeads(testApp, 'cv@example.com');
  expect(lead?.cvKey).toMatch(/^cv\/[0-9a-f]{32}\.pdf$/);
  expect(lead?.cvName).not.toMatch(/[/‮]/);
  expect(await testApp.deps.files.getSizeBytes(String(lead?.cvKey))).toBe(pdf.length);
});

test('A-08 a PDF that calls itself a program is saved as a PDF', async () => {
  const upload = createUploadedFile('CV.pdf.exe', pdf);
  const named = { ...form, email: 'exe@example.com' };
  expect((await testApp.app.leads.jobApplications.submit(named, upload, newLeadVisitor())).ok).toBe(
    true,
  );
  const [lead] = await listLeads(testApp, 'exe@example.com');
  expect(lead).toMatchObject({ cvName: 'CV.pdf.exe.pdf', cvType: 'application/pdf' });
});
