import type { DeliveredTemplate } from '../index.ts'

/** A delivered template over any two platforms, with a value map of its own. */
export const codesTemplate: DeliveredTemplate = {
  id: 'codes',
  name: { zh: '编码', en: 'Codes' },
  description: { zh: '', en: '' },
  source: { platform: null, resource: null },
  target: { platform: 'fake', resource: 'orders' },
  maps: [
    { name: { zh: '单位', en: 'Units' }, remark: { zh: '', en: '' }, onMiss: 'error', lines: [{ a: '件', b: 'H87' }] },
  ],
  config: ([map_id = '']) => ({
    source: { options: {}, idCheck: false, pageSize: 1000 },
    target: { resource: 'orders', options: {}, mode: 'upsert', key: [] },
    mapping: {
      copyAll: false,
      fields: [
        { target: 'unit', value: { kind: 'template', template: '{{unit}}' }, lookup: { map_id, direction: 'forward' } },
      ],
    },
    schedule: { cron: null, timeZone: 'Asia/Shanghai' },
    retry: { maxAttempts: 8, firstDelaySeconds: 5 },
  }),
}
