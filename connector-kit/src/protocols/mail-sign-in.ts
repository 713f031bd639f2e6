import { type ParamInput, toFailure } from '@sluice/contract'
import { z } from 'zod'
import type { ConnectorContext } from '../connector.ts'
import type { GrantTerms } from '../grant.ts'
import { createGrantedTokens } from '../granted-tokens.ts'

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

/** Where a person grants access; null when a password is used. */
export const readMailGrant = (params: MailSignIn): GrantTerms | null =>
  params.auth !== 'oauth2Code'
    ? null
    : {
        authorizationUrl: params.authorization_url ?? '',
        tokenUrl: params.token_url ?? '',
        clientId: params.client_id ?? '',
        clientSecret: params.client_secret ?? '',
        scope: params.scope ?? '',
        style: 'body',
      }

/**
 * Opens with a token, or with null by password. A token that the server refuses is exchanged once; the host does so once
 * for everybody who was refused with the same one.
 */
export async function signInAtMail<Session>(
  params: MailSignIn,
  context: ConnectorContext,
  open: (token: string | null) => Promise<Session>,
  signal?: AbortSignal,
): Promise<Session> {
  const terms = readMailGrant(params)
  if (terms === null) return open(null)
  const { authorizationUrl: _page, scope: _scope, ...client } = terms
  const tokens = createGrantedTokens(client, context)
  const token = await tokens.get(signal)
  return open(token).catch(async (error: unknown) => {
    if (toFailure(error).code !== 'connector.auth') throw error
    tokens.forget(token)
    return open(await tokens.get(signal))
  })
}
