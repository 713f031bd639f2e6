import type { ParamInput } from '@sluice/contract'
import { z } from 'zod'
import { encryptionParams, hostParam, passwordParam, portParam } from '../server-params.ts'

/** Where a broker is and who signs in; every connector to one asks for the same. */
export const brokerParams = (defaultPort: number, tlsPort: number): ParamInput[] => [
  hostParam('mq.example.com', {
    zh: '主机名或 IP 地址，不含协议和端口。',
    en: 'Host name or IP address, without protocol and port.',
  }),
  portParam(defaultPort, {
    zh: `通常为 ${defaultPort}，加密连接为 ${tlsPort}。`,
    en: `Usually ${defaultPort}, ${tlsPort} for encrypted connections.`,
  }),
  {
    field: 'username',
    label: { zh: '用户名', en: 'User name' },
    type: 'text',
    describe: { zh: '服务不要求登录时留空。', en: 'Empty when the server asks for no sign-in.' },
  },
  passwordParam,
  ...encryptionParams('tls', { zh: '加密', en: 'Encryption' }, 'off'),
]

/** As `parseParams` leaves them. */
export const BrokerParams = z.object({
  host: z.string(),
  port: z.number(),
  username: z.string().nullish(),
  password: z.string().nullish(),
  tls: z.enum(['off', 'require', 'verify']).nullish(),
  ca: z.string().nullish(),
})
export type BrokerParams = z.output<typeof BrokerParams>

/** How messages become records. */
export const messageSourceParams: ParamInput[] = [
  {
    field: 'format',
    label: { zh: '消息格式', en: 'Format of the message' },
    type: 'select',
    default: 'json',
    options: [
      { value: 'json', label: { zh: 'JSON', en: 'JSON' } },
      { value: 'text', label: { zh: '文本', en: 'Text' } },
      { value: 'bytes', label: { zh: '二进制', en: 'Binary' } },
    ],
    describe: {
      zh: 'JSON：对象为一条数据，对象列表为多条；文本放入字段 text，二进制放入字段 content。不符合的消息记为被拒绝的行。',
      en: 'JSON: an object is a record, a list of objects is several; text goes to the field text, binary to the field content. Messages that do not fit become rejected rows.',
    },
  },
  {
    field: 'properties_field',
    label: { zh: '属性字段', en: 'Field for properties' },
    type: 'text',
    default: '_message',
    pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$',
    describe: {
      zh: '消息头和属性放入此字段，例如 _message.id。',
      en: 'Headers and properties of the message go here, for example _message.id.',
    },
  },
]

/** What of a record is sent. */
export const messageTargetParams: ParamInput[] = [
  {
    field: 'body_field',
    label: { zh: '消息体字段', en: 'Field to send' },
    type: 'text',
    group: 'advanced',
    describe: {
      zh: '留空：整条数据以 JSON 发送；填写：只发送该字段的文本或二进制内容。',
      en: 'Empty: the whole record as JSON. Filled: the text or binary content of this field alone.',
    },
  },
]
