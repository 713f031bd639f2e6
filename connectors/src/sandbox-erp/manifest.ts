import { defineManifest } from '@sluice/connector-kit'

export const manifest = defineManifest({
  id: 'sandbox-erp',
  name: { zh: '沙箱 ERP', en: 'Sandbox ERP' },
  group: 'erp',
  describe: {
    zh: '模拟的 ERP：保存单据、查询物料，带有幂等账本、会话过期和丢失的应答。',
    en: 'A simulated ERP: saves bills and lists materials, with an idempotency ledger, expiring sessions and lost answers.',
  },
  icon: { text: 'ER', color: '#722ED1' },
  roles: ['source', 'target'],
  params: [
    {
      field: 'base_url',
      label: { zh: '地址', en: 'Address' },
      type: 'text',
      is_required: true,
      placeholder: 'http://127.0.0.1:8092',
      pattern: '^https?://[^\\s]+$',
      describe: { zh: '沙箱启动时打印的 ERP 地址。', en: 'The ERP address that the sandbox prints when it starts.' },
    },
    {
      field: 'app_id',
      label: { zh: '应用 ID', en: 'App id' },
      type: 'text',
      is_required: true,
      placeholder: 'sandbox-erp',
    },
    {
      field: 'app_secret',
      label: { zh: '应用密钥', en: 'App secret' },
      type: 'password',
      encryption: true,
      is_required: true,
      describe: { zh: '加密保存，不会再次显示。', en: 'Sealed at rest and never shown again.' },
    },
    {
      field: 'max_concurrent',
      label: { zh: '最大并发请求', en: 'Requests at once' },
      type: 'number',
      default: 8,
      min: 1,
      max: 16,
      group: 'advanced',
    },
  ],
})
