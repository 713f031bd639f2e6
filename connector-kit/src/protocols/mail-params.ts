import type { ParamInput } from '@sluice/contract'
import { z } from 'zod'

const withPassword = { field: 'auth', in: ['password'] }
const withGrant = { field: 'auth', in: ['oauth2Code'] }

/** How somebody signs in at a mail server: by password, or by OAuth2 access that a person grants. */
export const mailSignInParams = (password: ParamInput): ParamInput[] => [
  {
    field: 'auth',
    label: { zh: '登录方式', en: 'Way to sign in' },
    type: 'select',
    default: 'password',
    options: [
      { value: 'password', label: { zh: '密码', en: 'Password' } },
      { value: 'oauth2Code', label: { zh: 'OAuth2（人工授权）', en: 'OAuth2, granted by a person' } },
    ],
  },
  { ...password, when: withPassword },
  {
    field: 'authorization_url',
    label: { zh: '授权地址', en: 'Authorization URL' },
    type: 'text',
    is_required: true,
    pattern: '^https?://[^\\s]+$',
    placeholder: 'https://login.example.com/authorize',
    describe: {
      zh: '授权时打开的页面。回调地址为控制台地址加 /connector/grant，请在对方系统登记。',
      en: 'The page where access is granted. Register the address of this console with /connector/grant as redirect URI.',
    },
    when: withGrant,
  },
  {
    field: 'token_url',
    label: { zh: '令牌地址', en: 'Token URL' },
    type: 'text',
    is_required: true,
    pattern: '^https?://[^\\s]+$',
    placeholder: 'https://login.example.com/token',
    when: withGrant,
  },
  {
    field: 'client_id',
    label: { zh: '客户端 ID', en: 'Client id' },
    type: 'text',
    is_required: true,
    when: withGrant,
  },
  {
    field: 'client_secret',
    label: { zh: '客户端密钥', en: 'Client secret' },
    type: 'password',
    encryption: true,
    is_required: true,
    when: withGrant,
  },
  {
    field: 'scope',
    label: { zh: '权限范围', en: 'Scope' },
    type: 'text',
    describe: {
      zh: '按邮箱服务的说明填写，多个用空格分开；通常须包含离线访问，令牌才能自动续期。',
      en: 'As the mail service says, several separated by spaces; usually with offline access, so that tokens can be refreshed.',
    },
    when: withGrant,
  },
]

/** As `parseParams` leaves them. */
export const MailSignIn = z.object({
  auth: z.enum(['password', 'oauth2Code']).nullish(),
  password: z.string().nullish(),
  authorization_url: z.string().nullish(),
  token_url: z.string().nullish(),
  client_id: z.string().nullish(),
  client_secret: z.string().nullish(),
  scope: z.string().nullish(),
})
export type MailSignIn = z.output<typeof MailSignIn>
