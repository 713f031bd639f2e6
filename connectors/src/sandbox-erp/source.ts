import type { HttpEndpoint } from '@sluice/connector-kit/http'
import { materialFields } from './fields.ts'
import { erpTest } from './target.ts'

export const erpSources: readonly HttpEndpoint[] = [
  {
    id: 'material.list',
    label: '物料列表 Materials',
    key: ['FNumber'],
    fields: materialFields,
    read: {
      method: 'GET',
      path: '/api/material',
      listPath: 'Result.Rows',
      test: erpTest,
      // The ERP refuses larger pages.
      maxPageSize: 100,
      pagination: { kind: 'page', param: 'page', sizeParam: 'page_size', totalPath: 'Result.Total' },
    },
  },
]
