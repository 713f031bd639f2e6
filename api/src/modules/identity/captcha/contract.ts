import { route } from '@sluice/contract'
import { z } from 'zod'

/** What the answer opens. One answer, one purpose, once. */
export const CaptchaPurpose = z.enum(['login', 'sms', 'register'])
export type CaptchaPurpose = z.output<typeof CaptchaPurpose>

/** The id of a question and its answer, as they travel with the call they open. */
export const CaptchaProof = z.strictObject({ id: z.uuid(), answer: z.string().min(1).max(40) })
export type CaptchaProof = z.output<typeof CaptchaProof>

/** A phone of mainland China by its eleven digits, any other with + and country code. Leaves as E.164. */
export const Phone = z
  .string()
  .trim()
  .transform(text => text.replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(/^(1[3-9]\d{9}|\+861[3-9]\d{9}|\+(?!86)[1-9]\d{6,14})$/))
  .transform(text => (text.startsWith('+') ? text : `+86${text}`))

export const captcha = {
  image: route({
    method: 'GET',
    path: '/message/captcha/image',
    summary: 'Characters in a picture, to be read within five minutes; one try',
    permission: 'public',
    audit: 'query',
    query: z.strictObject({ purpose: CaptchaPurpose }),
    content: z.object({ id: z.uuid(), image: z.string() }),
  }),
  work: route({
    method: 'GET',
    path: '/message/captcha/work',
    summary: 'Instead of a picture: find a text so that SHA-256 of "id.text" begins with so many zero bits',
    permission: 'public',
    audit: 'query',
    /** `bits`: as many as a refusal asked for; fewer than the least make no easier question. */
    query: z.strictObject({ purpose: CaptchaPurpose, bits: z.coerce.number().int().min(1).max(32).optional() }),
    content: z.object({ id: z.uuid(), bits: z.int() }),
  }),
  sms: route({
    method: 'GET',
    path: '/message/captcha/sms',
    summary: 'Send a sign-in code to a phone; the answer is the same whether or not the phone has an account',
    permission: 'public',
    audit: 'query',
    query: z.strictObject({ phone: Phone, captcha_id: z.uuid(), captcha: z.string().min(1).max(40) }),
    content: z.object({
      ticket: z.string(),
      expires_in: z.int(),
      resend_in: z.int(),
      /** In development only. */
      code: z.string().optional(),
    }),
  }),
}
