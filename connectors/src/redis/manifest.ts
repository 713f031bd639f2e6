import { defineManifest } from '@sluice/connector-kit'
import { BrokerParams, brokerParams, messageSourceParams } from '@sluice/connector-kit/queue'
import { z } from 'zod'

export const manifest = defineManifest({
  id: 'redis',
  name: { zh: 'Redis', en: 'Redis' },
  group: 'queue',
  describe: {
    zh: '以消费组读取流，落库后才确认；写入流，或按主键写入哈希和值。',
    en: 'Reads streams by consumer group and acknowledges once stored; writes streams, and hashes and values by key.',
  },
  icon: { text: 'Re', color: '#D82C20' },
  roles: ['source', 'target'],
  follows: 'queue',
  params: [
    ...brokerParams(6379, 6380),
    {
      field: 'database',
      label: { zh: '库编号', en: 'Database number' },
      type: 'number',
      default: 0,
      min: 0,
      max: 65_535,
      describe: { zh: '通常为 0。', en: 'Usually 0.' },
    },
  ],
  sourceParams: [
    {
      field: 'group',
      label: { zh: '消费组', en: 'Consumer group' },
      type: 'text',
      default: 'sluice',
      pattern: '^\\S{1,100}$',
      describe: {
        zh: '不存在时自动创建。同一组中每条消息只处理一次；两个方案各要全部消息时，请用不同的组。',
        en: 'Made when it is missing. One group handles each message once; two strategies that both want all need two groups.',
      },
    },
    {
      field: 'start',
      label: { zh: '新组的起点', en: 'Where a new group begins' },
      type: 'select',
      default: 'first',
      options: [
        { value: 'first', label: { zh: '第一条消息', en: 'The first message' } },
        { value: 'next', label: { zh: '此后的消息', en: 'Messages from now on' } },
      ],
    },
    {
      field: 'payload_field',
      label: { zh: '消息体字段', en: 'Field with the message' },
      type: 'text',
      default: 'data',
      describe: {
        zh: '该字段的内容按消息格式解析；没有该字段的条目，其各字段以文本组成一条数据。',
        en: 'Its content is read in the format of the message; an entry without it is a record of its fields as text.',
      },
    },
    ...messageSourceParams,
  ],
  targetParams: [
    {
      field: 'max_length',
      label: { zh: '流的最大长度', en: 'Longest length of a stream' },
      type: 'number',
      min: 1,
      max: 1_000_000_000,
      group: 'advanced',
      describe: {
        zh: '约略值，超出时 Redis 删除最早的条目；留空不限制。',
        en: 'About; beyond it Redis drops the oldest entries. Empty: no limit.',
      },
    },
  ],
})

export const Params = BrokerParams.extend({ database: z.number().nullish() })
export type Params = z.output<typeof Params>
