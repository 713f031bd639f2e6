import { TemplateConfig } from '@sluice/api'
import { expect, test } from 'vitest'
import { templates } from './templates.ts'

const ids = ['0190a0b0-0000-7000-8000-000000000001', '0190a0b0-0000-7000-8000-000000000002']

test.for(templates)('$id is a configuration that names every value map it brings along', template => {
  const config = template.config(ids)
  expect(TemplateConfig.parse(config)).toEqual(config)
  for (const side of ['source', 'target'] as const) expect(config[side].resource ?? null).toBe(template[side].resource)
  const used = JSON.stringify(config)
  expect(ids.filter(id => used.includes(id))).toHaveLength(template.maps.length)
})
