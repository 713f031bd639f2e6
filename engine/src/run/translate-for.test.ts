import { Failure, StrategyConfig } from '@sluice/contract'
import { expect, test } from 'vitest'
import { checkMapping, compileMapping } from '../map/index.ts'
import { nextSlots } from '../schedule/slots.ts'
import { fillFor, translateFor } from './translate-for.ts'

const { zh: translate, tw, pt } = translateFor([])

test('what a mapping says of a value is Chinese to the last word, and the value stays', async () => {
  const mapping = {
    copyAll: false,
    fields: [{ target: 'n', value: { kind: 'template', template: '{{a}}' }, type: 'int' }],
  }
  const config = StrategyConfig.shape.mapping.parse(mapping)
  const mapper = compileMapping(config, { now: () => new Date(0) })
  const [outcome] = await mapper.mapPage([{ a: '1.5 of "x"' }])
  mapper.close()
  const [problem] = outcome?.kind === 'refused' ? outcome.problems : []
  expect(translate(problem?.message ?? '')).toMatch(/^字段“n”：“1\.5 of "x"”不是.+。$/)
  const [unknown] = checkMapping(config, { sourceFields: [{ name: 'b', type: 'string' }] })
  expect(translate(unknown?.message ?? '')).toBe('字段“n”：在已知的源字段中没有“a”。')
})

test('a schedule is explained in Chinese', () => {
  const failure = catchFailure(() => nextSlots({ cron: '61 * * * *', timeZone: 'Asia/Shanghai' }, 0, 1))
  expect(translate(failure.message)).toBe('分钟段“61”无效；可用 0–59、列表、区间和步长。')
})

test('sentences that hold others, and the books of a run, are Chinese throughout', () => {
  const known: readonly (readonly [string, string])[] = [
    ['Finished: read 5, duplicate 2, written 3.', '已完成：读取 5，重复 2，写入 3。'],
    [
      'Broke off: The connection was refused by db:5432: nothing listens there. Failing since 2026-01-15T12:00:00Z, tried 6 times, next try at 2026-01-15T12:07:00Z. (read 0)',
      '运行中断：连接被拒绝：db:5432 上没有服务在监听。自 2026-01-15T12:00:00Z 起连续失败，已尝试 6 次，下次尝试 2026-01-15T12:07:00Z。（读取 0）',
    ],
    [
      'The far system of the connector shop: The connection was refused by db:5432: nothing listens there. Failing since 2026-01-15T12:00:00Z, tried 6 times, next try at 2026-01-15T12:07:00Z.',
      '连接器 shop 的对方系统：连接被拒绝：db:5432 上没有服务在监听。自 2026-01-15T12:00:00Z 起连续失败，已尝试 6 次，下次尝试 2026-01-15T12:07:00Z。',
    ],
    ['Broke off: Nothing answers at db:5432. (read 0)', '运行中断：db:5432 无应答。（读取 0）'],
    ['Records that failed: 7. public.copy has no column "note".', '7 条数据失败：public.copy 没有列“note”。'],
    ['The target cannot be opened: The connector does not exist any more.', '目标无法打开：连接器已不存在。'],
    ['The connector does not exist any more. Choose another connector.', '连接器已不存在。请选择其他连接器。'],
    ['GET https://a.b/c: access was refused (HTTP 401): bad key', 'GET https://a.b/c：拒绝访问（HTTP 401）：bad key'],
    ['Ignoring is not possible while the record is finished.', '数据已完成，不能忽略。'],
    ['name: "a: "b" c" is 9 characters long, the column takes 4.', 'name：“a: "b" c”有 9 个字符，列只能放 4 个。'],
  ]
  for (const [english, chinese] of known) expect(translate(english)).toBe(chinese)
})

test('sentences in a row have a space between them where their language has one', () => {
  expect(pt('The connector does not exist any more. Choose another connector.')).toBe(
    'O conector não existe mais. Escolha outro conector.',
  )
})

test('so they are in the languages whose catalogues go by the English sentence', () => {
  const known: readonly (readonly [string, string, string])[] = [
    [
      'Finished: read 5, duplicate 2, written 3.',
      '已完成：讀取 5，重複 2，寫入 3。',
      'Concluída: lidos 5, duplicados 2, gravados 3.',
    ],
    [
      'Broke off: Nothing answers at db:5432. (read 0)',
      '執行中斷：db:5432 無回應。（讀取 0）',
      'Interrompida: Ninguém responde em db:5432. (lidos 0)',
    ],
    [
      'Ignoring is not possible while the record is finished.',
      '資料已完成，不能忽略。',
      'Ignorar não é possível enquanto o registro está concluído.',
    ],
  ]
  for (const [english, taiwan, portuguese] of known) {
    expect(tw(english)).toBe(taiwan)
    expect(pt(english)).toBe(portuguese)
  }
})

test('forms and steps are filled in every language, with the values in their words', () => {
  const fill = fillFor([])
  expect(fill({ zh: '端口', en: 'Port' })).toEqual({ zh: '端口', en: 'Port', tw: '連接埠', pt: 'Porta' })
  expect(fill({ zh: '通常为 5432。', en: 'Usually 5432.' })).toMatchObject({
    tw: '通常為 5432。',
    pt: 'Geralmente 5432.',
  })
  expect(fill({ zh: '自有', en: 'Only here' }).pt).toBeUndefined()
})

function catchFailure(work: () => unknown): Failure {
  try {
    work()
  } catch (error) {
    if (error instanceof Failure) return error
  }
  throw new Error('expecting a failure')
}

test('the faults of an adapter are told in every language', () => {
  const { zh, tw, pt } = translateFor([])
  const fault = '{{auth.none}} is not known here.'
  expect([zh(fault), tw(fault), pt(fault)]).toEqual([
    '此处没有 {{auth.none}}。',
    '此處沒有 {{auth.none}}。',
    '{{auth.none}} não é conhecido aqui.',
  ])
  expect(
    zh('The script of the adapter failed (connect, line 3, column 4): The script took longer than 2 seconds.'),
  ).toBe('适配器脚本出错（connect, line 3, column 4）：脚本运行超过 2 秒。')
})
