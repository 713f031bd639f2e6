import { defineManifest, skipTlsParam } from '@sluice/connector-kit'

export const manifest = defineManifest({
  id: 'webhook',
  name: { zh: 'Webhook 推送', en: 'Webhook' },
  group: 'general',
  describe: {
    zh: '每条数据以签名的 POST 推送到一个地址，带不变的编号，便于对方去重。',
    en: 'Posts each record to an address, signed, with an id that stays the same over all tries so that the receiver can tell repeats.',
  },
  icon: { text: 'Wh', color: '#3D5A80' },
  roles: ['target'],
  params: [
    {
      field: 'url',
      label: { zh: '接收地址', en: 'Address of the receiver' },
      type: 'text',
      is_required: true,
      placeholder: 'https://example.com/hooks/orders',
      pattern: '^https?://[^\\s#@]+$',
      describe: {
        zh: '地址会显示在记录中；密钥请放在请求头或签名里。',
        en: 'It is shown in the evidence of records; keys belong into headers or the signature.',
      },
    },
    {
      field: 'signature',
      label: { zh: '签名', en: 'Signature' },
      type: 'select',
      default: 'standard',
      options: [
        {
          value: 'standard',
          label: { zh: 'Standard Webhooks（webhook-signature）', en: 'Standard Webhooks (webhook-signature)' },
        },
        { value: 'hub', label: { zh: 'X-Hub-Signature-256 请求头', en: 'Header X-Hub-Signature-256' } },
        { value: 'none', label: { zh: '无', en: 'None' } },
      ],
    },
    {
      field: 'secret',
      label: { zh: '签名密钥', en: 'Secret of the signature' },
      type: 'password',
      is_required: true,
      encryption: true,
      when: { field: 'signature', in: ['standard', 'hub'] },
      describe: {
        zh: 'whsec_ 开头的 Base64，或任意文本，与接收方一致。加密保存，不会再次显示。',
        en: 'whsec_ and Base64, or any text, the same as at the receiver. Sealed at rest and never shown again.',
      },
    },
    {
      field: 'headers',
      label: { zh: '固定请求头', en: 'Fixed headers' },
      type: 'keyvalue',
      encryption: true,
      describe: {
        zh: '随每个请求发送；加密保存，不会再次显示。',
        en: 'Sent with every request; sealed at rest and never shown again.',
      },
      group: 'advanced',
    },
    {
      field: 'max_concurrent',
      label: { zh: '最大并发请求', en: 'Requests at once' },
      type: 'number',
      default: 1,
      min: 1,
      max: 32,
      describe: { zh: '为 1 时按顺序推送。', en: 'With 1 records are sent in their order.' },
      group: 'advanced',
    },
    {
      field: 'timeout_seconds',
      label: { zh: '超时（秒）', en: 'Time limit (seconds)' },
      type: 'number',
      default: 30,
      min: 1,
      max: 600,
      group: 'advanced',
    },
    skipTlsParam,
  ],
  targetParams: [
    {
      field: 'form',
      label: { zh: '消息形式', en: 'Form of the message' },
      type: 'select',
      default: 'envelope',
      options: [
        { value: 'envelope', label: { zh: '{"type": …, "data": 记录}', en: '{"type": …, "data": the record}' } },
        { value: 'record', label: { zh: '记录本身', en: 'The record itself' } },
      ],
    },
    {
      field: 'event_type',
      label: { zh: '事件类型', en: 'Type of the event' },
      type: 'text',
      default: 'record.saved',
      pattern: '^[A-Za-z0-9_.-]{1,100}$',
      when: { field: 'form', in: ['envelope'] },
    },
    {
      field: 'once',
      label: { zh: '接收方按编号去重', en: 'The receiver handles each id once' },
      type: 'switch',
      default: false,
      describe: {
        zh: '仅当接收方对同一 webhook-id 只处理一次时开启：没有应答的推送会再次发送；否则记为未知。',
        en: 'Only where the receiver does one webhook-id once: what was not answered is then sent again; otherwise it is unknown.',
      },
    },
  ],
})
