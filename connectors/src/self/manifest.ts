import { defineManifest } from '@sluice/connector-kit'

export const manifest = defineManifest({
  id: 'self',
  name: { zh: '本平台', en: 'This platform' },
  group: 'self',
  describe: {
    zh: '写入空操作、写入对账的账单与单据、被动接收推送、查询其他方案已存储的数据。',
    en: 'Writes nowhere or into the reconciliation, receives what is pushed, and reads what other strategies have stored.',
  },
  icon: { text: '本', color: '#13C2C2' },
  roles: ['source', 'target'],
  params: [],
  sourceParams: [
    {
      field: 'inbox',
      label: { zh: '收件箱', en: 'Inbox' },
      type: 'text',
      default: 'default',
      placeholder: 'default',
      pattern: '^[A-Za-z0-9_.:-]{1,100}$',
      describe: {
        zh: '只用于“被动接收”：推送方写入的收件箱名称。',
        en: 'For “passive receive” only: the name of the inbox that is pushed into.',
      },
    },
    {
      field: 'records',
      label: { zh: '数据范围', en: 'Records' },
      type: 'select',
      default: 'all',
      options: [
        { value: 'all', label: { zh: '全部', en: 'All' } },
        { value: 'finished', label: { zh: '仅已完成', en: 'Finished ones only' } },
      ],
      describe: {
        zh: '只用于“查询其他方案数据”。',
        en: 'For “records of another strategy” only.',
      },
    },
  ],
})
