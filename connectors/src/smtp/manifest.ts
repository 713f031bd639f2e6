import { defineManifest, MailSignIn, mailSignInParams, passwordParam, skipTlsParam } from '@sluice/connector-kit'
import { z } from 'zod'

export const manifest = defineManifest({
  id: 'smtp',
  name: { zh: '邮件（SMTP）', en: 'Mail (SMTP)' },
  group: 'general',
  describe: {
    zh: '把每条数据作为一封邮件发出：收件人、主题和正文来自映射的字段。',
    en: 'Sends each record as a mail: recipients, subject and content come from the mapped fields.',
  },
  icon: { text: '@', color: '#1D6FA5' },
  roles: ['target'],
  params: [
    {
      field: 'host',
      label: { zh: '主机', en: 'Host' },
      type: 'text',
      is_required: true,
      placeholder: 'smtp.example.com',
      pattern: '^[^/\\s]+$',
      describe: {
        zh: '主机名或 IP 地址，不含协议和端口。',
        en: 'Host name or IP address, without protocol and port.',
      },
    },
    {
      field: 'port',
      label: { zh: '端口', en: 'Port' },
      type: 'number',
      is_required: true,
      default: 587,
      min: 1,
      max: 65_535,
      describe: {
        zh: 'STARTTLS 通常为 587，TLS 为 465，不加密为 25。',
        en: 'Usually 587 with STARTTLS, 465 with TLS, 25 without encryption.',
      },
    },
    {
      field: 'security',
      label: { zh: '加密', en: 'Encryption' },
      type: 'select',
      default: 'starttls',
      options: [
        { value: 'starttls', label: { zh: 'STARTTLS（必须）', en: 'STARTTLS, required' } },
        { value: 'tls', label: { zh: 'TLS（从一开始）', en: 'TLS from the start' } },
        { value: 'off', label: { zh: '不加密', en: 'Off' } },
      ],
    },
    {
      field: 'username',
      label: { zh: '用户名', en: 'User name' },
      type: 'text',
      describe: { zh: '服务不要求登录时留空。', en: 'Empty when the server asks for no sign-in.' },
    },
    ...mailSignInParams({
      ...passwordParam,
      describe: {
        zh: '许多邮箱要求填写授权码而不是登录密码。加密保存，不会再次显示。',
        en: 'Many mail services want an app password here. Sealed at rest and never shown again.',
      },
    }),
    {
      field: 'from',
      label: { zh: '发件人', en: 'Sender' },
      type: 'text',
      is_required: true,
      placeholder: 'Sluice <reports@example.com>',
      pattern: '^[^\\r\\n]{3,320}$',
      describe: {
        zh: '所有邮件的发件地址，可带名称；多数服务要求与用户名一致。',
        en: 'The address all mails come from, with a name or without; most services want the one of the user name.',
      },
    },
    skipTlsParam,
  ],
})

/** As `parseParams` leaves them. */
export const Params = MailSignIn.extend({
  host: z.string(),
  port: z.number(),
  security: z.enum(['starttls', 'tls', 'off']),
  username: z.string().nullish(),
  from: z.string(),
  skip_tls_verify: z.boolean().nullish(),
})
export type Params = z.output<typeof Params>
