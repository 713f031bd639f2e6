import { expect, test } from 'vitest'
import { writeTraditional } from './generate-traditional.ts'
import { findTextProblems } from './texts.ts'
import { toTraditional } from './traditional.ts'
import type { SourceFile } from './walls.ts'

const screen = (files: Readonly<Record<string, string>>): SourceFile[] =>
  Object.entries(files).map(([name, text]) => ({ path: `console/src/screens/order/${name}`, text }))
/** `#n` stands where a template takes n in. */
const dictionary = (name: string, body: string): string =>
  `export const ${name} = { ${body.replaceAll('#n', '$' + '{n}')} }`
const problemsOf = (sources: readonly SourceFile[]): string[] =>
  findTextProblems(sources).map(({ path, text, problem }) => `${path.split('/').at(-1)}: ${text} ${problem}`)

const reader = 'export const read = text => [text.title, text.count(1), text.kinds[kind]]'
const whole = {
  'text.zh.ts': dictionary('zh', "title: '订单列表', count: (n: number) => `共 #n 个`, kinds: { open: '已打开' }"),
  'text.en.ts': dictionary('en', "title: 'Order list', count: n => `#n in all`, kinds: { open: 'Opened' }"),
  'text.pt.ts': dictionary('pt', "title: 'Lista de pedidos', count: n => `#n no total`, kinds: { open: 'Aberto' }"),
  'order-list.tsx': reader,
}

test('a dictionary that is whole in every language has no problems', () => {
  expect(problemsOf(screen(whole))).toEqual([])
})

test('a text left in English, an argument left out, and a key that nobody reads are found', () => {
  const portuguese = dictionary('pt', "title: 'Order list', count: n => `muitos`, kinds: { open: '已打开' }")
  const found = problemsOf(screen({ ...whole, 'text.pt.ts': portuguese, 'order-list.tsx': 'read(text.title)' }))
  expect(found).toEqual([
    'text.pt.ts: title: Order list is not translated',
    'text.pt.ts: count: muitos uses the arguments none, in English 1',
    'text.pt.ts: kinds.open: 已打开 holds Chinese',
    'text.zh.ts: count is read by nobody',
    'text.zh.ts: kinds.open is read by nobody',
  ])
})

test('a catalogue that lacks a sentence, keeps an old one or changes its values is found [C-16.2]', () => {
  const sources = [
    {
      path: 'engine/src/sentences.zh.ts',
      text: "export const s = { 'Read {n} of {m}.': '读取 {n}/{m}', 'It broke.': '坏了' }",
    },
    {
      path: 'engine/src/sentences.pt.ts',
      text: "export const s = { 'Read {n} of {m}.': 'Lidos {n}', 'Old.': 'Antigo' }",
    },
    { path: 'engine/src/form.ts', text: "export const label = { zh: '地址', en: 'Address book' }" },
  ]
  expect(problemsOf(sources)).toEqual([
    'sentences.pt.ts: Read {n} of {m}. holds {n} and not {m} {n}',
    'sentences.pt.ts: It broke. has no Portuguese',
    'sentences.pt.ts: Address book has no Portuguese',
    'sentences.pt.ts: Old. is said by nobody',
  ])
})

test('Traditional Chinese has Taiwan’s words, and what is not Chinese stays', () => {
  expect(toTraditional('连接器默认读取“服务器”的字段')).toBe('連接器預設讀取「伺服器」的欄位')
  expect(toTraditional('导入数据库 {name} 到队列 {count~}')).toBe('匯入資料庫 {name} 到佇列 {count~}')
})

test('a dictionary keeps its keys, and one English text has one meaning', () => {
  const text = "import { zh as list } from './list-text.zh.ts'\nexport const zh = { ...list, zh: '中文 Words' }"
  const { files, conflicts } = writeTraditional([
    { path: 'console/src/ui/text.zh.ts', text },
    {
      path: 'console/src/ui/a.ts',
      text: "export const a = [{ zh: '编号', en: 'Number' }, { zh: '数字', en: 'Number' }]",
    },
  ])
  expect(files.get('console/src/ui/text.tw.ts')).toContain(
    "import { tw as list } from './list-text.tw.ts'\nexport const tw = { ...list, zh: '中文 Words' }",
  )
  expect(conflicts).toHaveLength(1)
})

test('one act has one word: another one for it is found, whatever the language', () => {
  const found = problemsOf(
    screen({
      'text.zh.ts': dictionary('zh', "add: '新增子账号', run: '下次执行', made: '创建时间', edit: '修改'"),
      'text.en.ts': dictionary('en', "add: 'Add a user', run: 'Next run', made: 'Created', edit: 'Change the rule'"),
      'text.pt.ts': dictionary('pt', "add: 'Criar', run: 'Ligar', made: 'Criado', edit: 'Editar'"),
      'order-list.tsx': 'read(text.add, text.run, text.made, text.edit)',
    }),
  )
  expect(found).toEqual([
    'text.zh.ts: add: 新增子账号 has another word for “新建”',
    'text.zh.ts: run: 下次执行 has another word for “运行”',
    'text.zh.ts: edit: 修改 is not /编辑|设置/, as its key says',
    'text.en.ts: edit: Change the rule has another word for “Edit”',
    'text.en.ts: edit: Change the rule is not /^(?:Edit|Settings)/, as its key says',
    'text.pt.ts: run: Ligar has another word for “Ativar”',
  ])
})
