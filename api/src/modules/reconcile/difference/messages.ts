import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.differenceLine': {
    zh: '没有这条明细：{value}',
    en: 'There is no such line: {value}',
    pt: 'Este lançamento não existe: {value}',
  },
  'notFound.evidence': {
    zh: '凭据不存在',
    en: 'There is no such evidence.',
    pt: 'Este comprovante não existe.',
  },
  'invalid.differencePerson': {
    zh: '不能分派给 {value}：该用户不存在、已停用或没有“财务对账 修改”权限。请从名单中选择',
    en: 'Nothing can be given to {value}: there is no such active user who may change the reconciliation. Choose from the list.',
    pt: 'Não é possível atribuir a {value}: não há usuário ativo com permissão de alterar a conciliação. Escolha na lista.',
  },
  'invalid.evidenceType': {
    zh: '不支持的文件，或内容与扩展名不符：{value}',
    en: 'This kind of file is not taken, or it is not what its name says: {value}',
    pt: 'Este tipo de arquivo não é aceito, ou não é o que o nome diz: {value}',
  },
  'conflict.evidenceCount': {
    zh: '每条明细最多 {value} 个凭据，请先删除不需要的',
    en: 'A line has at most {value} files. Remove one that is not needed first.',
    pt: 'Um lançamento tem no máximo {value} arquivos. Remova antes um desnecessário.',
  },
  'conflict.evidenceOwner': {
    zh: '凭据由 {value} 上传，只能由其本人删除',
    en: 'This was attached by {value}, who alone may remove it.',
    pt: 'Isto foi anexado por {value}, e só essa pessoa pode remover.',
  },
  'conflict.differenceSettled': {
    zh: '这条明细已不再未清：{value}。什么都没有保存，请刷新后再选',
    en: 'This line is no longer open: {value}. Nothing was kept. Look again and choose anew.',
    pt: 'Este lançamento não está mais em aberto: {value}. Nada foi salvo. Atualize e escolha de novo.',
  },
  'conflict.differenceGiven': {
    zh: '有人先分派了这条明细：{value}。什么都没有保存，请刷新后再决定',
    en: 'Somebody gave this line away first: {value}. Nothing was kept. Look again and decide.',
    pt: 'Alguém atribuiu este lançamento antes: {value}. Nada foi salvo. Atualize e decida.',
  },
  'conflict.evidenceArchived': {
    zh: '它证明的明细已归档，凭据不能再移除；请先恢复月份',
    en: 'The line that it proves is archived, so it stays. Restore the month first.',
    pt: 'O lançamento que ele comprova está arquivado, então ele fica. Restaure o mês antes.',
  },
} as const satisfies Messages
