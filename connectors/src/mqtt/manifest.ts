import { defineManifest } from '@sluice/connector-kit'
import { BrokerParams, brokerParams, messageSourceParams, messageTargetParams } from '@sluice/connector-kit/queue'
import { z } from 'zod'

export const manifest = defineManifest({
  id: 'mqtt',
  name: { zh: 'MQTT', en: 'MQTT' },
  group: 'queue',
  describe: {
    zh: '以持久会话、QoS 1 订阅主题，落库后才确认；以 QoS 1 发布。',
    en: 'Subscribes by a persistent session with QoS 1 and acknowledges once stored; publishes with QoS 1.',
  },
  icon: { text: 'MQ', color: '#660066' },
  roles: ['source', 'target'],
  follows: 'queue',
  params: [
    ...brokerParams(1883, 8883),
    {
      field: 'version',
      label: { zh: '协议版本', en: 'Version of the protocol' },
      type: 'select',
      default: '5',
      options: [
        { value: '5', label: { zh: '5.0', en: '5.0' } },
        { value: '4', label: { zh: '3.1.1', en: '3.1.1' } },
      ],
      describe: {
        zh: '3.1.1 的服务可能一次只给 20 条未确认的消息，读取较慢。',
        en: 'With 3.1.1 a broker may give no more than 20 messages before an acknowledgement, which is slower.',
      },
    },
  ],
  sourceParams: [
    {
      field: 'client_id',
      label: { zh: '客户端标识', en: 'Client id' },
      type: 'text',
      pattern: '^[A-Za-z0-9_-]{1,64}$',
      describe: {
        zh: '服务按它保存会话；留空按主题生成。两个方案读取同一主题时，必须不同。',
        en: 'The broker keeps the session by it; empty makes one from the topic. Two strategies on one topic need two.',
      },
    },
    {
      field: 'keep_days',
      label: { zh: '会话保留天数', en: 'Days to keep the session' },
      type: 'number',
      default: 7,
      min: 1,
      max: 365,
      group: 'advanced',
      describe: {
        zh: '读取方离开这么久后，服务可以丢弃其会话和消息。超过服务自身上限的消息也会被丢弃且不通知（mosquitto：max_queued_messages，1000 条）。',
        en: 'After a reader was away so long, the broker may drop its session and messages. Beyond its own limit it drops messages at any time and tells nobody (mosquitto: max_queued_messages, 1,000).',
      },
    },
    ...messageSourceParams,
  ],
  targetParams: [
    {
      field: 'retain',
      label: { zh: '保留消息', en: 'Retained message' },
      type: 'switch',
      default: false,
      describe: { zh: '服务保留每个主题的最后一条消息。', en: 'The broker keeps the last message of each topic.' },
    },
    ...messageTargetParams,
  ],
})

export const Params = BrokerParams.extend({ version: z.enum(['4', '5']).nullish() })
export type Params = z.output<typeof Params>
