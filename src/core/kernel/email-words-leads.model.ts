/** Built-in words of the emails to visitors who wrote to us, and to subscribers. Pure. */

const title = { title: 'The title of the report' };
const store = { store: 'The name of the store' };

export const leadEmailWords = {
  'lead.contact': {
    title: 'Reply to a message',
    subject: 'We have received your message',
    text: 'Thank you for your message. We will answer it by email.',
    placeholders: {},
  },
  'lead.sample': {
    title: 'Sample of a report',
    subject: 'Your sample: {title}',
    text: 'Here is the sample of the report that you asked for. The link works for {days} days.',
    placeholders: { ...title, days: 'How many days the link works' },
  },
  'lead.discount': {
    title: 'Reply to a discount request',
    subject: 'Your discount request: {title}',
    text: 'Thank you for your request. We will look at it and email you an offer.',
    placeholders: title,
  },
  'lead.inquiry': {
    title: 'Reply to a question about a report',
    subject: 'Your question about {title}',
    text: 'Thank you for your question. The authors of the report will answer it by email.',
    placeholders: title,
  },
  'lead.customization': {
    title: 'Reply to a customization request',
    subject: 'Your customization request: {title}',
    text:
      'Thank you for your request. We will check what our sources offer for it, and email you ' +
      'what we can deliver, by when and at what price.',
    placeholders: title,
  },
  'lead.career': {
    title: 'Reply to an application',
    subject: 'We have received your application',
    text:
      'Thank you for your application. We will read it together with your CV and write to you, ' +
      'whatever our decision is.',
    placeholders: {},
  },
  'lead.reseller': {
    title: 'Reply to a reseller',
    subject: 'We have received your reseller application',
    text: 'Thank you for applying to become a reseller. We will contact you within {hours} hours.',
    placeholders: { hours: 'Hours until they hear from us' },
  },
  'newsletter.confirm': {
    title: 'Newsletter: please confirm',
    subject: 'Please confirm your subscription to the {store} newsletter',
    text:
      'Thank you for your interest in the {store} newsletter: new reports and corrections, ' +
      'about once a month. Please confirm that you want to receive it.',
    placeholders: store,
  },
  'newsletter.welcome': {
    title: 'Newsletter: welcome',
    subject: 'You are subscribed to the {store} newsletter',
    text: 'Your subscription is confirmed. We will email you about new reports and corrections, about once a month.',
    placeholders: store,
  },
} as const;
