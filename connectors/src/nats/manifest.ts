import { defineManifest } from '@sluice/connector-kit'
import { BrokerParams, brokerParams, messageSourceParams, messageTargetParams } from '@sluice/connector-kit/queue'
import { z } from 'zod'

export const manifest = defineManifest({
  id: 'nats',
  name: { zh: 'NATS JetStream', en: 'NATS JetStream' },
  group: 'queue',
  describe: {
    zh: '以持久消费者读取流，落库后才确认；发布时带消息编号，重复由服务识别。',
    en: 'Reads streams by a durable consumer and acknowledges once stored; publishes with a message id, so repeats are recognised.',
  },
  icon: { text: 'NA', color: '#27AAE1' },
  roles: ['source', 'target'],
  follows: 'queue',
  params: [
    ...brokerParams(4222, 4222),
    {
      field: 'credentials',
      label: { zh: '凭据文件内容', en: 'Credentials' },
      type: 'textarea',
      encryption: true,
      group: 'advanced',
      describe: {
        zh: '.creds 文件的内容（JWT 与私钥），代替用户名和密码。只填密码、不填用户名时作为令牌使用。',
        en: 'Content of a .creds file (JWT and key) instead of user name and password. A password without a user name is a token.',
      },
    },
  ],
  sourceParams: [
    {
      field: 'consumer',
      label: { zh: '消费者名称', en: 'Name of the consumer' },
      type: 'text',
      default: 'sluice',
      pattern: '^[A-Za-z0-9_-]{1,64}$',
      describe: {
        zh: '不存在时自动创建。两个方案各要全部消息时，请用不同的名称。',
        en: 'Made when it is missing. Two strategies that both want all messages need two names.',
      },
    },
    {
      field: 'subject',
      label: { zh: '主题', en: 'Subject' },
      type: 'text',
      placeholder: 'orders.>',
      pattern: '^\\S{1,250}$',
      describe: {
        zh: '只取该主题的消息，可用 * 和 >；留空取全部。',
        en: 'Only messages of it, * and > allowed; empty takes all.',
      },
    },
    {
      field: 'start',
      label: { zh: '新消费者的起点', en: 'Where a new consumer begins' },
      type: 'select',
      default: 'first',
      options: [
        { value: 'first', label: { zh: '第一条消息', en: 'The first message' } },
        { value: 'next', label: { zh: '此后的消息', en: 'Messages from now on' } },
      ],
    },
    {
      field: 'ack_seconds',
      label: { zh: '确认期限（秒）', en: 'Time to acknowledge (s)' },
      type: 'number',
      default: 30,
      min: 1,
      max: 3600,
      group: 'advanced',
      describe: {
        zh: '读取进程异常退出后，服务等待这么久再重新投递。',
        en: 'After a reader died, the server waits so long before it delivers again.',
      },
    },
    ...messageSourceParams,
  ],
  targetParams: messageTargetParams,
})

export const Params = BrokerParams.extend({ credentials: z.string().nullish() })
export type Params = z.output<typeof Params>
