/** Built-in words of the emails about orders. Pure. */

const order = { order: 'The number of the order' };

export const orderEmailWords = {
  'order.receipt': {
    title: 'Receipt',
    subject: 'Your receipt for order {order}',
    text: 'Thank you for your order. Your report is ready to download.',
    placeholders: order,
  },
  'order.upgraded': {
    title: 'Receipt of an upgrade',
    subject: 'Your receipt for order {order}, the upgrade of {base}',
    text:
      'Thank you for upgrading the licence of order {base}. Your new copies are ready to ' +
      'download.',
    placeholders: { ...order, base: 'The number of the order that was upgraded' },
  },
  'order.promised': {
    title: 'Receipt of a report that you deliver',
    subject: 'Your receipt for order {order}',
    text:
      'Thank you for your order. We deliver your report {delivery}, and email you the download ' +
      'links then.',
    placeholders: {
      ...order,
      delivery: 'When you deliver it, such as within 5 days, by 3 Dec 2026',
    },
  },
  'order.delivered': {
    title: 'A promised report is there',
    subject: 'Your report {report} is ready, order {order}',
    text: 'The report that we promised is ready to download.',
    placeholders: { ...order, report: 'The code of the report' },
  },
  'order.transfer': {
    title: 'How to pay by bank transfer',
    subject: 'Your order {order}: how to pay',
    text:
      'Thank you for your order. Please transfer the total to the account below and give the ' +
      'reference. {delivery}',
    placeholders: { ...order, delivery: 'What you email when the payment arrives' },
  },
  'order.cancelled': {
    title: 'Order cancelled',
    subject: 'Your order {order} was cancelled',
    text:
      'Your order was cancelled because it was not paid. You owe nothing, and the pro-forma ' +
      'invoice is void. If you have already sent the transfer, we will deliver your report ' +
      'when it arrives.',
    placeholders: order,
  },
  'order.payment-failed': {
    title: 'Payment failed',
    subject: 'Payment failed for order {order}',
    text:
      'PayPal did not carry out your payment: nothing was charged. You can try again, perhaps ' +
      'with another card or account.',
    placeholders: order,
  },
  'order.payment-refused': {
    title: 'Payment refused because of the store',
    subject: 'Payment failed for order {order}',
    text:
      'PayPal did not carry out your payment: nothing was charged. The reason lies with our ' +
      'account at PayPal, not with your card or account, and we are looking into it.',
    placeholders: order,
  },
  'order.payment-withheld': {
    title: 'Payment not taken',
    subject: 'We did not take your payment for order {order}',
    text: 'You approved a payment for order {order}. We did not take it: nothing was charged.',
    placeholders: order,
  },
  'order.second-payment': {
    title: 'Second payment sent back',
    subject: 'Your second payment for the same licence: {amount} sent back',
    text:
      'You paid twice for the same licence. We have sent the second payment, {amount}, back to ' +
      'the account that you paid with. It may take a few days until your bank shows it.',
    placeholders: { ...order, amount: 'What was sent back, such as $3,490 USD' },
  },
  'order.refund': {
    title: 'Refund',
    subject: 'Refund of {amount} for order {order}',
    text:
      'We have refunded {amount} for your order to the account that you paid with. It may take ' +
      'a few days until your bank shows it.',
    placeholders: { ...order, amount: 'What was refunded, such as $3,490' },
  },
  'order.refund-sent': {
    title: 'Refund sent by hand',
    subject: 'Refund of {amount} for order {order}',
    text: 'We have sent {amount} for your order back to you. It may take a few days to arrive.',
    placeholders: { ...order, amount: 'What was refunded, such as $3,490' },
  },
  'order.refund-pending': {
    title: 'Refund on its way',
    subject: 'Your refund of {amount} for order {order} is on its way',
    text:
      'PayPal is sending {amount} for your order back to the account that you paid with. This ' +
      'takes a few days. You get the credit note when it has arrived.',
    placeholders: { ...order, amount: 'What is refunded, such as $3,490' },
  },
  'order.refund-failed': {
    title: 'Refund that did not arrive',
    subject: 'Your refund of {amount} for order {order} did not arrive',
    text:
      'PayPal could not carry out the refund of {amount} for your order. You need not do ' +
      'anything: we know about it, and see to it that you get the money.',
    placeholders: { ...order, amount: 'What was to be refunded, such as $3,490' },
  },
  'order.document': {
    title: 'Document sent again',
    subject: '{document} for order {order}',
    text: 'Here is the document that you asked for, {document}.',
    placeholders: { ...order, document: 'The document and its number, such as Invoice 42' },
  },
  'order.links': {
    title: 'New download links',
    subject: 'New download links for order {order}',
    text: 'Here are your new download links.',
    placeholders: order,
  },
  'order.edition': {
    title: 'A new edition',
    subject: 'Edition {edition} of your report {report}',
    text: 'We have published a new edition of your report. What has changed: {reason}',
    placeholders: {
      edition: 'The number of the edition',
      report: 'The code of the report',
      reason: 'What changed, as staff described it',
    },
  },
  'order.seat': {
    title: 'Invitation to a seat',
    subject: 'You have a seat for report {report}',
    text:
      '{buyer} shares a licence for this report with you. Accept your seat to download your own ' +
      'copy.',
    placeholders: { report: 'The code of the report', buyer: 'The name of the buyer' },
  },
} as const;
