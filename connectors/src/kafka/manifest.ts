import { defineManifest } from '@sluice/connector-kit'
import { BrokerParams, brokerParams, messageSourceParams, messageTargetParams } from '@sluice/connector-kit/queue'
import { z } from 'zod'

export const manifest = defineManifest({
  id: 'kafka',
  name: { zh: 'Kafka', en: 'Kafka' },
  group: 'queue',
  describe: {
    zh: '按分区读取主题，落库后才提交位置；按键写入主题。',
    en: 'Reads topics by partition and commits its position once stored; writes topics by key.',
  },
  icon: { text: 'Ka', color: '#231F20' },
  roles: ['source', 'target'],
  follows: 'queue',
  params: [
    ...brokerParams(9092, 9093),
    {
      field: 'mechanism',
      label: { zh: '登录方式', en: 'Way to sign in' },
      type: 'select',
      default: 'PLAIN',
      options: [
        { value: 'PLAIN', label: { zh: 'SASL PLAIN', en: 'SASL PLAIN' } },
        { value: 'SCRAM-SHA-256', label: { zh: 'SCRAM-SHA-256', en: 'SCRAM-SHA-256' } },
        { value: 'SCRAM-SHA-512', label: { zh: 'SCRAM-SHA-512', en: 'SCRAM-SHA-512' } },
      ],
      describe: {
        zh: '仅在填写用户名时使用。PLAIN 会原样发送密码，请同时加密连接。',
        en: 'Used when there is a user name. PLAIN sends the password as it is: encrypt the line too.',
      },
    },
    {
      field: 'addresses',
      label: { zh: '代理节点的地址', en: 'Addresses of the brokers' },
      type: 'select',
      default: 'advertised',
      group: 'advanced',
      options: [
        { value: 'advertised', label: { zh: '集群公布的地址', en: 'As the cluster advertises them' } },
        { value: 'given', label: { zh: '上面填写的地址', en: 'The address above' } },
      ],
      describe: {
        zh: '只有一个节点且其公布的地址从这里无法访问（隧道、端口转发）时，选择上面填写的地址。',
        en: 'Choose the address above for a single broker that advertises an address which cannot be reached from here (tunnel, forwarded port).',
      },
    },
  ],
  sourceParams: [
    {
      field: 'group',
      label: { zh: '消费组', en: 'Consumer group' },
      type: 'text',
      default: 'sluice',
      pattern: '^\\S{1,200}$',
      describe: {
        zh: '落库后的位置提交到此组，新的运行从那里继续，积压也按此显示。两个方案各要全部消息时，请用不同的组。',
        en: 'What is stored is committed to it: a new run goes on from there, and tools show its lag. Two strategies that both want all need two groups.',
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
        { value: 'time', label: { zh: '某一时刻', en: 'A point in time' } },
      ],
    },
    {
      field: 'start_time',
      label: { zh: '起始时刻', en: 'Begin at' },
      type: 'text',
      is_required: true,
      when: { field: 'start', in: ['time'] },
      placeholder: '2026-01-31T08:00:00+08:00',
      pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,3})?)?(Z|[+-]\\d\\d:\\d\\d)$',
      describe: {
        zh: '带时区的时间；从时间戳不早于它的第一条消息开始。',
        en: 'A time with its zone; begins with the first message whose timestamp is not earlier.',
      },
    },
    ...messageSourceParams,
  ],
  targetParams: [
    {
      field: 'key_field',
      label: { zh: '键字段', en: 'Field with the key' },
      type: 'text',
      describe: {
        zh: '同一键的消息进入同一分区并保持顺序。留空：使用主键字段；没有主键则不带键。',
        en: 'Messages of one key go to one partition, in order. Empty: the key fields; without those, no key.',
      },
    },
    {
      field: 'header_fields',
      label: { zh: '作为消息头的字段', en: 'Fields sent as headers' },
      type: 'text',
      group: 'advanced',
      placeholder: 'source, trace_id',
      describe: {
        zh: '以逗号分隔；这些字段同时作为同名消息头发送。',
        en: 'Separated by commas; each is sent as a header of its name too.',
      },
    },
    {
      field: 'compression',
      label: { zh: '压缩', en: 'Compression' },
      type: 'select',
      default: 'none',
      group: 'advanced',
      options: [
        { value: 'none', label: { zh: '不压缩', en: 'None' } },
        { value: 'gzip', label: { zh: 'gzip', en: 'gzip' } },
        { value: 'snappy', label: { zh: 'snappy 压缩', en: 'With snappy' } },
        { value: 'lz4', label: { zh: 'lz4 压缩', en: 'With lz4' } },
        { value: 'zstd', label: { zh: 'zstd 压缩', en: 'With zstd' } },
      ],
    },
    ...messageTargetParams,
  ],
})

export const Params = BrokerParams.extend({
  mechanism: z.enum(['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512']).nullish(),
  addresses: z.enum(['advertised', 'given']).nullish(),
})
export type Params = z.output<typeof Params>
