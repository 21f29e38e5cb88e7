import { createPolicy, sampleNote } from './create-policy.ts';

const privacy = createPolicy(
  'privacy',
  'Privacy Policy',
  'Which data we keep, why, and for how long.',
  [
    'Controller',
    'Controller: [registered name, address, email address, representative].',
    'Contact for data protection: [name and address of the officer, if there is one].',
  ],
  [
    'What we keep',
    'Of an order: your name, job title, company, address, email address, telephone number and tax ' +
      'number, what you bought, what was paid, the terms that you accepted and when. We never see ' +
      'your card: you type it at PayPal.',
    'Of each download: the file, the time and the IP address. Of an account: your profile and your ' +
      'password as a hash, which nobody can turn back.',
    'Of an enquiry, an application or a request for a sample: what you typed, the CV that you ' +
      'added, and the sentence that you agreed to, with its time.',
    'Of the newsletter: your email address, once you have confirmed it by the link in our email.',
  ],
  [
    'Why, and on which legal basis (GDPR, Article 6)',
    'To deliver an order and to answer a request: the contract or the steps before it, (1)(b).',
    'To keep invoices and credit notes: a legal obligation, (1)(c), [law and article].',
    'To keep the store from abuse, with a check of forms and limits on attempts: our legitimate ' +
      'interest, (1)(f).',
    'To send the newsletter, to save your contact details in your browser and to count visits: ' +
      'your consent, (1)(a). You take it back by the link in each issue, or under Cookie settings.',
  ],
  [
    'Who receives them',
    'PayPal carries out the payment and is a controller of its own. Cloudflare checks forms ' +
      'against abuse. [Hosting], [mail provider] and [other processors] work for us under ' +
      'contracts by Article 28. We sell data to nobody and advertise to nobody.',
    'Transfers to countries outside the European Economic Area: [countries, and the decision or ' +
      'the clauses that allow them].',
  ],
  [
    'How long',
    'Orders, invoices and credit notes: [years that the law of bookkeeping asks for]. Enquiries, ' +
      'applications and CVs: [period]. A subscription: until you end it. A login: thirty days at ' +
      'most. The store erases none of these by itself: we do it when the period has ended, or ' +
      'when you ask.',
  ],
  [
    'Your rights',
    'Access, correction, erasure, restriction, objection, a copy to take along, and a complaint to ' +
      'a supervisory authority: [authority, address]. How to use them stands in our ' +
      '<a href="/gdpr-policy">GDPR policy</a>. Nothing is decided about you by a program alone.',
  ],
  sampleNote,
);

const gdpr = createPolicy(
  'gdpr',
  'GDPR Policy',
  'Your rights under the General Data Protection Regulation.',
  [
    'Your rights (Articles 15 to 22)',
    'You may ask what we hold on you and have a copy of it; have it corrected; have it erased; have ' +
      'its use restricted; take it with you in a file that programs read; and object to a use that ' +
      'rests on our own interest. A consent can be taken back at any time, for the future.',
  ],
  [
    'How to use them',
    'Write to the address at the bottom of this page, from the email address that you ordered or ' +
      'wrote with. If we doubt that it is you, we ask for something that only you know. We answer ' +
      'within a month and free of charge; where a request takes longer, we say so in that month.',
    'With an account you correct your profile yourself, and download what we hold on you as a file.',
  ],
  [
    'What erasing does',
    'Your account, enquiries, applications, CVs, subscription and logins are erased, and the copies ' +
      'of reports that carry your name are removed. Invoices and credit notes stay as long as the ' +
      'law asks for them, with what the law asks for on them. An order that is under way is ' +
      'finished or cancelled first.',
  ],
  [
    'Complaints',
    'You can complain to the supervisory authority of the place where you live or work, or to ours: ' +
      '[authority, address].',
  ],
  sampleNote,
);

const cookies = createPolicy(
  'cookies',
  'Cookies',
  'The cookies of this site and what each is for.',
  [
    'Essential',
    'When you open the checkout, your browser receives one cookie with a secret. It lets ' +
      'this browser, and no other, see the download page of the order. It ends when you ' +
      'log out, and after 37 days.',
    'When you log in, your browser receives two more. One keeps you logged in, until you log ' +
      'out and for 30 days at most. The other one says that this browser has logged in to your ' +
      'account before, so that somebody who guesses passwords elsewhere does not lock you out. ' +
      'It names nobody, stays when you log out, and ends after 400 days.',
  ],
  [
    'In the storage of your browser',
    'Your choice of cookies with its time, and whether you are logged in, are kept in the local ' +
      'storage. The licence that you chose, what you typed into a form while it is sent, and ' +
      'that you have seen our dialog are kept in its session storage, until you close the tab. ' +
      'None of it is sent to us.',
    'With your consent to functional storage, the contact details that you typed stay in the local ' +
      'storage, so that the next form is filled in.',
  ],
  [
    'Other hosts',
    'When you begin to fill in a form that asks for a check, the script of Cloudflare Turnstile ' +
      'is loaded from its host. A script that counts visits is loaded only where we use one and ' +
      'you have allowed it under Cookie settings. Nothing else comes from other hosts.',
  ],
  [
    'Your choice',
    'Nothing that is not essential is stored or loaded before you agree, and refusing takes one ' +
      'click, as agreeing does. You change your choice at any time under Cookie settings at the ' +
      'bottom of each page.',
  ],
);

export const privacyPolicies = [privacy, gdpr, cookies];
