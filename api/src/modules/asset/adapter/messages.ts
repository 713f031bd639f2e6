import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.adapterVersion': {
    zh: '适配器没有这个版本',
    en: 'The adapter has no such version.',
    pt: 'O adaptador não tem esta versão.',
  },
  'conflict.adapterRunning': {
    zh: '正在被运行中的方案使用：{value}',
    en: 'Running strategies use it: {value}',
    pt: 'Estratégias em execução o utilizam: {value}',
  },
  'conflict.adapterInUse': {
    zh: '仍被引用，不能删除：{value}',
    en: 'It is still named, so it cannot be deleted: {value}',
    pt: 'Ainda é usado e não pode ser excluído: {value}',
  },
  'invalid.noStatements': {
    zh: '该平台不支持 SQL 适配器，请选择数据库平台',
    en: 'This platform takes no SQL adapters. Choose one that is a database.',
    pt: 'Esta plataforma não aceita adaptadores SQL. Escolha uma que seja um banco de dados.',
  },
  'invalid.adapterKind': {
    zh: '已有的适配器不能在 SQL 与其他类型之间更换，请另建一个',
    en: 'An adapter does not change between SQL and another kind. Create another one.',
    pt: 'Um adaptador não muda entre SQL e outro tipo. Crie outro.',
  },
  'invalid.noHook': {
    zh: '脚本没有导出任何可调用的函数，请导出 connect、beforeRequest、afterResponse 或 handleError',
    en: 'The script exports no function that is called. Export connect, beforeRequest, afterResponse or handleError.',
    pt: 'O script não exporta nenhuma função que seja chamada. Exporte connect, beforeRequest, afterResponse ou handleError.',
  },
  'invalid.importEmpty': {
    zh: '文件里没有适配器',
    en: 'The file holds no adapter.',
    pt: 'O arquivo não contém adaptadores.',
  },
  'invalid.importMany': {
    zh: '一次最多导入 {value} 个适配器',
    en: 'At most {value} adapters can be imported at once.',
    pt: 'No máximo {value} adaptadores podem ser importados de uma vez.',
  },
  'invalid.adapterRecord': {
    zh: '数据不是 JSON 对象',
    en: 'The record is no JSON object.',
    pt: 'O registro não é um objeto JSON.',
  },
  'invalid.adapterTrial': {
    zh: '请选择一个接口，或填写要请求的方法和路径',
    en: 'Choose an API asset, or give the method and the path to ask for.',
    pt: 'Escolha um ativo de API ou informe o método e o caminho a chamar.',
  },
} as const satisfies Messages
