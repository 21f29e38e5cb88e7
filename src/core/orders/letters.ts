import { dollars } from '../kernel/cents.ts';
import type { Letter } from '../world.ts';
import type { Purchase } from './store.ts';

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The letter that brings the files: what was bought, the links, what the licence allows. */
export function receipt(order: Purchase, links: readonly { label: string; url: string }[], publisher: string, origin: string): Letter {
  const lines = [
    ['Order', String(order.number)],
    ['Report', `${order.reportTitle} (${order.reportCode})`],
    ['Licence', order.rights],
    ['Paid', `${dollars(order.priceCents)} ${order.currency}`],
  ] as const;
  const opening = `Thank you for your order, ${order.name}. Your report is ready to download.`;
  const closing = 'The links are yours: they work for 30 days and five downloads of each file. If one of them should not, answer this letter with the order number and we renew it.';
  const text = [opening, '', ...links.map(({ label, url }) => `${label}:\n${url}\n`), ...lines.map(([name, value]) => `${name}: ${value}`), '', closing, '', publisher, origin, ''].join('\n');
  const html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Your report</title></head>
<body style="margin:0;background:#fbfaf6;color:#1c1b18;font-family:Georgia,serif;font-size:16px;line-height:1.55">
<div style="max-width:600px;margin:0 auto;padding:32px 20px">
<p style="font-size:20px;font-weight:bold;margin:0 0 24px">${escape(publisher)}</p>
<p>${escape(opening)}</p>
${links.map(({ label, url }) => `<p><a href="${escape(url)}" style="display:inline-block;background:#9c2f1b;color:#ffffff;padding:12px 20px;text-decoration:none;border-radius:3px;font-family:Arial,sans-serif">Download: ${escape(label)}</a></p>`).join('\n')}
<table role="presentation" style="border-collapse:collapse;width:100%;margin:24px 0;font-size:15px">
${lines.map(([name, value]) => `<tr><td style="border-top:1px solid #d9d5c8;padding:8px 16px 8px 0;color:#5c5950;vertical-align:top">${name}</td><td style="border-top:1px solid #d9d5c8;padding:8px 0">${escape(value)}</td></tr>`).join('\n')}
</table>
<p>${escape(closing)}</p>
<p style="color:#5c5950;font-size:14px">${escape(publisher)}<br><a href="${escape(origin)}" style="color:#5c5950">${escape(origin)}</a></p>
</div></body></html>`;
  const host = new URL(origin).hostname;
  return { to: order.email, subject: `Your report ${order.reportCode}, order ${String(order.number)}`, html, text, messageId: `<receipt-${String(order.number)}@${host}>` };
}
