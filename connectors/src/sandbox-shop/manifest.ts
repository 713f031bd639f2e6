import { defineManifest } from '@sluice/connector-kit'

export const manifest = defineManifest({
  id: 'sandbox-shop',
  name: { zh: '沙箱商城', en: 'Sandbox shop' },
  group: 'ecommerce',
  describe: {
    zh: '模拟的电商平台：订单、商品和退款，带有限流、令牌过期和延迟修改。',
    en: 'A simulated shop platform: orders, products and refunds, with rate limits, expiring tokens and late edits.',
  },
  icon: { text: '商', color: '#FA541C' },
  roles: ['source'],
  params: [
    {
      field: 'base_url',
      label: { zh: '地址', en: 'Address' },
      type: 'text',
      is_required: true,
      placeholder: 'http://127.0.0.1:8091',
      pattern: '^https?://[^\\s]+$',
      describe: { zh: '沙箱启动时打印的商城地址。', en: 'The shop address that the sandbox prints when it starts.' },
    },
    {
      field: 'client_id',
      label: { zh: '客户端 ID', en: 'Client id' },
      type: 'text',
      is_required: true,
      placeholder: 'sandbox-client',
    },
    {
      field: 'client_secret',
      label: { zh: '客户端密钥', en: 'Client secret' },
      type: 'password',
      encryption: true,
      is_required: true,
      describe: { zh: '加密保存，不会再次显示。', en: 'Sealed at rest and never shown again.' },
    },
    {
      field: 'max_concurrent',
      label: { zh: '最大并发请求', en: 'Requests at once' },
      type: 'number',
      default: 4,
      min: 1,
      max: 16,
      group: 'advanced',
    },
  ],
})
