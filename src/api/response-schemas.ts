/** Every spelling of the contract's responses, the misspelt ones included. */
import { z } from 'zod';

const id = z.int();
const html = z.string();
const image = z.string().nullable();
/** In the store's currency, with its decimals. */
const price = z.number();
const dateTime = z.iso.datetime();

/** @public Read as a type, by its name. */
export const report = z.object({
  id,
  slug: z.string(),
  name: html.nullable(),
  image,
  page: z.int().nullable(),
  report_id: z.string(),
  industry: z.string(),
  industry_slug: z.string(),
  industry_info: z.object({ slug: z.string() }),
  sprice: price.nullable(),
  mprice: price.nullable(),
  cprice: price.nullable(),
  dprice: price.nullable(),
  short_description: z.string().nullable(),
  summary: html.nullable(),
  taf: html.nullable(),
  author_name: z.string().nullable(),
  published_date: dateTime,
  report_metas: z.object({
    keyword: z.string(),
    meta_title: z.string(),
    meta_desccription: z.string().nullable(),
    meta_keyword: z.string().nullable(),
  }),
});

export const info = z.object({
  site_name: z.string(),
  logo: image,
  email: z.string(),
  address: z.string().nullable(),
  about_us: html,
  about_us_experience: z.string(),
  mobile_no1: z.string().nullable(),
  office_1_mobile_no: z.string().nullable(),
  office_1_address: z.string().nullable(),
  office_2_mobile_no: z.string().nullable(),
  office_2_address: z.string().nullable(),
  social_media: z.object({
    facebook: z.string().nullable(),
    instagram: z.string().nullable(),
    twitter: z.string().nullable(),
    youtube: z.string().nullable(),
    linkedin: z.string().nullable(),
  }),
  term_condition: html.nullable(),
  privacy_policy: html.nullable(),
  gdpr: html.nullable(),
  order: html.nullable(),
  cookies_policy: html.nullable(),
  refund_policy: html.nullable(),
  research_methodology: html.nullable(),
});

const post = z.object({
  id,
  slug: z.string(),
  image,
  name: z.string(),
  description: html,
  created_at: dateTime,
});

export const metas = z.object({
  metas: z.array(
    z.object({ type: z.int(), title: z.string(), description: z.string(), keywords: z.string() }),
  ),
});
export const industries = z.object({
  industries: z.array(
    z.object({
      id,
      slug: z.string(),
      name: z.string(),
      industry_meta: z.object({ title: z.string(), description: z.string(), keyword: z.string() }),
    }),
  ),
});
export const services = z.object({
  services: z.array(
    z.object({ id, name: z.string(), image, description: html, priority: z.int().nullable() }),
  ),
});
export const reports = z.object({
  reports: z.array(report),
  meta: z.object({ page: z.int(), per_page: z.int(), total: z.int() }).optional(),
});
export const reportDetail = z.object({
  report,
  faq: z.array(z.object({ id, qus: z.string(), ans: z.string() })),
});
export const reportOnly = z.object({ report });
export const blogs = z.object({ blogs: z.array(post) });
export const blog = z.object({ blog: post });
export const pressReleases = z.object({ pressReleases: z.array(post) });
export const pressRelease = z.object({ pressRelease: post });
export const clients = z.object({
  clients: z.array(
    z.object({ id, image, name: z.string(), designation: z.string(), description: z.string() }),
  ),
});
export const companies = z.object({ companys: z.array(z.object({ id, image, name: z.string() })) });
export const faqs = z.object({
  faqs: z.array(z.object({ id, title: z.string(), description: html })),
});
export const countries = z.object({
  countrys: z.array(z.object({ id, name: z.string(), phonecode: z.string().regex(/^\d+$/) })),
});

export const success = z.object({ success: z.literal(true), message: z.string() });
export const userSuccess = z.object({ status: z.literal(true), message: z.string() });

export const buyNowLink = z.object({
  success: z.literal(true),
  reportId: id,
  reportName: html,
  reportMetas: z.object({ keyword: z.string() }),
  category: z.string(),
  industrySlug: z.string(),
  price,
  link: z.object({ page: z.int() }),
});
export const orderCreated = z.object({
  success: z.literal(true),
  approval_url: z.string(),
  order_id: z.string(),
});
export const orderCaptured = z.object({
  success: z.literal(true),
  data: z.object({
    id: z.string(),
    status: z.string(),
    purchase_units: z.array(
      z.object({
        payments: z.object({
          captures: z.array(
            z.object({
              id: z.string(),
              amount: z.object({ value: z.string(), currency_code: z.string() }),
            }),
          ),
        }),
      }),
    ),
    payer: z.object({ payer_id: z.string().nullable(), email_address: z.string().nullable() }),
  }),
  report,
  reportKeyword: z.string(),
});

/** The one shape of every refusal: with `status` under /user, `reports` for an unknown industry. */
export const refusal = z.object({
  success: z.literal(false),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  status: z.literal(false).optional(),
  /** Of a fault: the number under which our log has the request. */
  request_id: z.string().optional(),
  reports: z.array(report).optional(),
});
