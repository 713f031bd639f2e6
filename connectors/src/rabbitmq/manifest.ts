import { defineManifest } from '@sluice/connector-kit'
import { BrokerParams, brokerParams, messageSourceParams, messageTargetParams } from '@sluice/connector-kit/queue'
import { z } from 'zod'

export const manifest = defineManifest({
  id: 'rabbitmq',
  name: { zh: 'RabbitMQ', en: 'RabbitMQ' },
  group: 'queue',
  describe: {
    zh: '从队列取消息，落库后才确认；向队列或交换机发布消息并等待确认。队列按自身上限（x-max-length、存活时间、仲裁队列的投递次数）丢弃消息时不通知读取方，请为它设置死信交换机。',
    en: 'Takes messages from queues and acknowledges them once they are stored; publishes to queues and exchanges with confirms. What a queue drops by its own limits (x-max-length, times to live, deliveries of a quorum queue) its readers are not told: give it a dead letter exchange.',
  },
  icon: { text: 'RQ', color: '#FF6600' },
  roles: ['source', 'target'],
  follows: 'queue',
  params: [
    ...brokerParams(5672, 5671),
    {
      field: 'vhost',
      label: { zh: '虚拟主机', en: 'Virtual host' },
      type: 'text',
      default: '/',
      describe: { zh: '默认为 /。', en: 'Usually /.' },
    },
  ],
  sourceParams: messageSourceParams,
  targetParams: [
    {
      field: 'routing_key',
      label: { zh: '路由键', en: 'Routing key' },
      type: 'text',
      describe: {
        zh: '发布到交换机（exchange:名称）时使用，可含字段，例如 orders.{country}。',
        en: 'For an exchange (exchange:name); may hold fields, for example orders.{country}.',
      },
    },
    {
      field: 'persistent',
      label: { zh: '持久化消息', en: 'Persistent messages' },
      type: 'switch',
      default: true,
      describe: { zh: '服务重启后仍保留。', en: 'They outlive a restart of the broker.' },
    },
    ...messageTargetParams,
  ],
})

export const Params = BrokerParams.extend({ vhost: z.string().nullish() })
export type Params = z.output<typeof Params>
