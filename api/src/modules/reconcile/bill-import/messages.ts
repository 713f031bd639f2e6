import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.rawFile': {
    zh: '账单文件不存在',
    en: 'There is no such bill.',
    pt: 'Este extrato não existe.',
  },
  'conflict.accountState': {
    zh: '账户“{value}”未启用，不能导入账单',
    en: 'The account "{value}" is not active, so it takes no bills.',
    pt: 'A conta "{value}" não está ativa e não recebe extratos.',
  },
  'conflict.billState': {
    zh: '账单现在的状态是 {value}，不能执行此操作，请刷新',
    en: 'The bill is {value} by now. Reload.',
    pt: 'O extrato já está em {value}. Recarregue.',
  },
  'conflict.billSettled': {
    zh: '已有 {value} 行参与匹配，不能撤销，没有改变任何行',
    en: '{value} of its lines are matched, so it cannot be taken back. Nothing was changed.',
    pt: '{value} de suas linhas já foram conciliadas; não pode ser desfeito. Nada foi alterado.',
  },
  'conflict.billDoubled': {
    zh: '同一个文件已经导入过',
    en: 'The same file is loaded already.',
    pt: 'O mesmo arquivo já foi importado.',
  },
  'conflict.billUnproved': {
    zh: '没有合计或余额能证明这份账单被完整读取，没有导入任何行',
    en: 'Neither totals nor balances prove that the bill was read as a whole. Nothing was loaded.',
    pt: 'Nem totais nem saldos provam que o extrato foi lido por inteiro. Nada foi importado.',
  },
  'conflict.billBusy': {
    zh: '这份账单正在读取或导入，请等它结束',
    en: 'The bill is being read or loaded. Wait for its end.',
    pt: 'O extrato está sendo lido ou importado. Aguarde o fim.',
  },
  'conflict.billIdle': {
    zh: '这份账单没有正在进行的工作',
    en: 'Nothing of this bill is under way.',
    pt: 'Nada deste extrato está em andamento.',
  },
  'conflict.billCancelled': {
    zh: '读取已被取消，没有导入任何行；可以重新上传',
    en: 'Reading it was cancelled. Nothing was loaded; upload it again.',
    pt: 'A leitura foi cancelada. Nada foi importado; envie de novo.',
  },
  'conflict.billProfileGone': {
    zh: '读取这份账单的模板已被删除，请重新上传并映射各列',
    en: 'The profile that read this bill was deleted. Upload the bill again and map its columns.',
    pt: 'O perfil que leu este extrato foi excluído. Envie o extrato de novo e mapeie as colunas.',
  },
  'conflict.billUnlocked': {
    zh: '这份账单没有等待密码',
    en: 'This bill waits for no password.',
    pt: 'Este extrato não espera uma senha.',
  },
  'conflict.billTryLarge': {
    zh: '文件超过 {value}，不能试读；请直接保存映射，由后台任务读取',
    en: 'The file is larger than {value}, too large to be tried here. Save the mapping; a job then reads it.',
    pt: 'O arquivo passa de {value} e é grande demais para o teste. Salve o mapeamento; uma tarefa o lê.',
  },
  'invalid.billColumn': {
    zh: '表头中没有列“{value}”，或有两列同名',
    en: 'The header has no column "{value}", or two of that name.',
    pt: 'O cabeçalho não tem a coluna "{value}", ou tem duas com esse nome.',
  },
  'invalid.billColumnTwice': {
    zh: '列“{value}”被指定了两种互相矛盾的用途',
    en: 'The column "{value}" is given two uses that exclude each other.',
    pt: 'A coluna "{value}" recebeu dois usos que se excluem.',
  },
  'invalid.billControl': {
    zh: '这种账单自己不写合计，请填写笔数、收入合计和支出合计',
    en: 'A bill of this kind states no figures of itself. Enter how many rows it has, and what comes in and goes out.',
    pt: 'Este tipo de extrato não traz totais. Informe o número de linhas, as entradas e as saídas.',
  },
} as const satisfies Messages
