import {
  caParam,
  defineManifest,
  hostParam,
  MailSignIn,
  mailSignInParams,
  passwordParam,
  portParam,
  skipTlsParam,
} from '@sluice/connector-kit'
import { fileSourceParams } from '@sluice/connector-kit/files'
import type { ParamInput } from '@sluice/contract'
import { z } from 'zod'

/** How a file is read counts only where attachments are read. */
const attachmentParams: ParamInput[] = [
  {
    field: 'attachment_pattern',
    label: { zh: '附件名匹配', en: 'Attachment names' },
    type: 'text',
    default: '*',
    placeholder: '*.csv',
    pattern: '^[^/\\\\]{1,100}$',
    when: { field: 'content', in: ['attachments'] },
    describe: {
      zh: '只读取匹配的 CSV、JSON Lines、XLSX 附件：* 代表任意字符，? 代表一个字符。',
      en: 'Only attachments in CSV, JSON Lines or XLSX that match are read: * is any text, ? is one character.',
    },
  },
  ...fileSourceParams.map(
    (param): ParamInput => (param.when ? param : { ...param, when: { field: 'content', in: ['attachments'] } }),
  ),
  {
    field: 'sheet',
    label: { zh: '工作表', en: 'Sheet' },
    type: 'text',
    group: 'advanced',
    when: { field: 'content', in: ['attachments'] },
    describe: { zh: '用于 XLSX；留空读取第一个。', en: 'For XLSX; empty reads the first one.' },
  },
  {
    field: 'with_mail',
    label: { zh: '附加邮件信息', en: 'Add the mail' },
    type: 'switch',
    default: false,
    when: { field: 'content', in: ['attachments'] },
    describe: {
      zh: '增加字段 _mail、_file、_from、_subject、_received；可按 _mail 增量读取。',
      en: 'Adds the fields _mail, _file, _from, _subject and _received; increments can go by _mail.',
    },
  },
]

export const manifest = defineManifest({
  id: 'imap',
  name: { zh: '收件邮箱（IMAP）', en: 'Mailbox (IMAP)' },
  group: 'general',
  describe: {
    zh: '读取邮箱文件夹中的邮件，或其中 CSV、JSON Lines、XLSX 附件的行。只读：不会标记为已读，也不会移动邮件。',
    en: 'Reads the mails of a folder, or the rows of their CSV, JSON Lines and XLSX attachments. Read-only: no mail is marked as seen or moved.',
  },
  icon: { text: 'IN', color: '#1D6FA5' },
  roles: ['source'],
  params: [
    hostParam('imap.example.com', {
      zh: '主机名或 IP 地址，不含协议和端口。',
      en: 'Host name or IP address, without protocol and port.',
    }),
    portParam(993, {
      zh: 'TLS 通常为 993，STARTTLS 或不加密为 143。',
      en: 'Usually 993 with TLS, 143 with STARTTLS or without encryption.',
    }),
    {
      field: 'security',
      label: { zh: '加密', en: 'Encryption' },
      type: 'select',
      default: 'tls',
      options: [
        { value: 'tls', label: { zh: 'TLS（从一开始）', en: 'TLS from the start' } },
        { value: 'starttls', label: { zh: 'STARTTLS（必须）', en: 'STARTTLS, required' } },
        { value: 'off', label: { zh: '不加密', en: 'Off' } },
      ],
    },
    { ...caParam, group: 'advanced', when: { field: 'security', in: ['tls', 'starttls'] } },
    { ...skipTlsParam, when: { field: 'security', in: ['tls', 'starttls'] } },
    {
      field: 'username',
      label: { zh: '用户名', en: 'User name' },
      type: 'text',
      is_required: true,
      placeholder: 'orders@example.com',
      pattern: '^[^\\u0000-\\u001f]{1,320}$',
    },
    ...mailSignInParams({
      ...passwordParam,
      is_required: true,
      describe: {
        zh: '许多邮箱要求填写授权码而不是登录密码。加密保存，不会再次显示。',
        en: 'Many mail services want an app password here. Sealed at rest and never shown again.',
      },
    }),
  ],
  sourceParams: [
    {
      field: 'content',
      label: { zh: '读取内容', en: 'What is read' },
      type: 'select',
      default: 'mails',
      options: [
        { value: 'mails', label: { zh: '邮件，每封一条', en: 'Mails, a record each' } },
        { value: 'attachments', label: { zh: '附件中的行', en: 'Rows of attachments' } },
      ],
    },
    {
      field: 'subject',
      label: { zh: '主题包含', en: 'Subject contains' },
      type: 'text',
      pattern: '^[^\\u0000-\\u001f]{1,500}$',
      describe: {
        zh: '由邮件服务器查找，不区分大小写。',
        en: 'Looked up by the mail server, in upper and lower case.',
      },
    },
    {
      field: 'from',
      label: { zh: '发件人包含', en: 'Sender contains' },
      type: 'text',
      placeholder: '@example.com',
      pattern: '^[^\\u0000-\\u001f]{1,320}$',
    },
    {
      field: 'since',
      label: { zh: '收到日期不早于', en: 'Received on or after' },
      type: 'text',
      placeholder: '2026-01-31',
      pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
      describe: { zh: '按邮件服务器的日期。', en: 'By the date of the mail server.' },
    },
    {
      field: 'before',
      label: { zh: '收到日期早于', en: 'Received before' },
      type: 'text',
      placeholder: '2026-12-31',
      pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
      describe: { zh: '不含这一天。', en: 'Without this day.' },
    },
    {
      field: 'unseen',
      label: { zh: '只读取未读邮件', en: 'Unseen mails only' },
      type: 'switch',
      default: false,
    },
    ...attachmentParams,
  ],
})

/** As `parseParams` leaves them. */
export const Params = MailSignIn.extend({
  host: z.string(),
  port: z.number(),
  security: z.enum(['tls', 'starttls', 'off']),
  ca: z.string().nullish(),
  skip_tls_verify: z.boolean().nullish(),
  username: z.string(),
})
export type Params = z.output<typeof Params>

export const SourceOptions = z.object({
  content: z.enum(['mails', 'attachments']),
  subject: z.string().nullish(),
  from: z.string().nullish(),
  since: z.string().nullish(),
  before: z.string().nullish(),
  unseen: z.boolean(),
  attachment_pattern: z.string().nullish(),
  sheet: z.string().nullish(),
  with_mail: z.boolean().nullish(),
})
export type SourceOptions = z.output<typeof SourceOptions>
