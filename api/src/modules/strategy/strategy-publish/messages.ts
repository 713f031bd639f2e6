import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.rehearsal': { zh: '预演不存在', en: 'There is no such rehearsal.', pt: 'Este ensaio não existe.' },
  'conflict.noDraft': {
    zh: '没有待发布的草稿',
    en: 'There is no draft to publish.',
    pt: 'Não há rascunho a publicar.',
  },
  'conflict.rehearsing': {
    zh: '这个方案的预演正在进行，请等它结束或取消它',
    en: 'A rehearsal of this strategy is under way. Wait for its end, or cancel it.',
    pt: 'Um ensaio desta estratégia está em andamento. Aguarde o fim ou cancele-o.',
  },
  'conflict.comparing': {
    zh: '该策略正在对比已存数据，请等它结束或先取消',
    en: 'Stored records of this strategy are being compared. Wait for the end, or cancel it.',
    pt: 'Registros armazenados desta estratégia estão sendo comparados. Aguarde o fim ou cancele.',
  },
  'conflict.newestEdition': {
    zh: '该策略已经使用映射语言的最新版次',
    en: 'This strategy speaks the newest edition of the mapping language already.',
    pt: 'Esta estratégia já usa a edição mais nova da linguagem de mapeamento.',
  },
  'conflict.notRehearsed': {
    zh: '这份草稿还没有针对当前已发布版本完成预演，请先预演',
    en: 'This draft has not been rehearsed over what is published now. Rehearse it first.',
    pt: 'Este rascunho ainda não foi ensaiado sobre o que está publicado agora. Ensaie-o antes.',
  },
  'conflict.notAccepted': {
    zh: '预演的差异还没有人确认，请先确认再发布',
    en: 'Nobody has accepted what the rehearsal shows. Accept it first.',
    pt: 'Ninguém aceitou o que o ensaio mostra. Aceite antes.',
  },
  'conflict.mapChanged': {
    zh: '预演之后，值映射被修改（{value}），确认已失效，请重新预演',
    en: 'A value map was changed after the rehearsal ({value}), so what was accepted is void. Rehearse it again.',
    pt: 'Um mapa de valores foi alterado depois do ensaio ({value}), então o que foi aceito não vale mais. Ensaie de novo.',
  },
  'conflict.adapterChanged': {
    zh: '预演之后，适配器换了版本（{value}），确认已失效，请重新预演',
    en: 'An adapter got another version after the rehearsal ({value}), so what was accepted is void. Rehearse it again.',
    pt: 'Um adaptador recebeu outra versão depois do ensaio ({value}), então o que foi aceito não vale mais. Ensaie de novo.',
  },
  'conflict.draftCheck': {
    zh: '草稿的检查清单未通过，不能发布：{value}',
    en: 'The check-list of the draft has errors, so it cannot be published: {value}',
    pt: 'A lista de verificação do rascunho tem erros, então ele não pode ser publicado: {value}',
  },
  'conflict.canarySource': {
    zh: '草稿修改了来源，不能灰度：一次运行只能从一个来源读取。只有映射可以按主键分流',
    en: 'The draft changes the source, so it cannot be tried on a share of the keys: a run reads from one source. Only a mapping can differ by key.',
    pt: 'O rascunho altera a origem, então não pode ser testado em uma parte das chaves: uma execução lê de uma só origem. Só um mapeamento pode diferir por chave.',
  },
  'conflict.canaryTarget': {
    zh: '草稿修改了目标，不能灰度：一次运行只能写入一个目标。只有映射可以按主键分流',
    en: 'The draft changes the target, so it cannot be tried on a share of the keys: a run writes to one target. Only a mapping can differ by key.',
    pt: 'O rascunho altera o destino, então não pode ser testado em uma parte das chaves: uma execução grava em um só destino. Só um mapeamento pode diferir por chave.',
  },
  'conflict.canarySchedule': {
    zh: '草稿还修改了计划、重试或补漏，不能灰度：它们对整个方案生效。请单独保存这些修改',
    en: 'The draft also changes the schedule, retries or the remedy, so it cannot be tried on a share of the keys: they count for the whole strategy. Save them alone.',
    pt: 'O rascunho altera também a agenda, as novas tentativas ou a reposição, então não pode ser testado em uma parte das chaves: elas valem para toda a estratégia. Salve-as à parte.',
  },
  'conflict.canaryKey': {
    zh: '草稿改变了目标主键字段的映射，不能灰度：同一条数据会按两个主键写入两次',
    en: 'The draft maps the key at the target otherwise, so it cannot be tried on a share of the keys: a record would be there twice, once by each version.',
    pt: 'O rascunho mapeia de outra forma a chave no destino, então não pode ser testado em uma parte das chaves: um registro ficaria lá duas vezes, uma por versão.',
  },
  'conflict.canarySame': {
    zh: '草稿没有修改映射，没有可灰度的内容',
    en: 'The draft changes no mapping, so there is nothing to try on a share of the keys.',
    pt: 'O rascunho não altera o mapeamento, então não há o que testar em uma parte das chaves.',
  },
  'notFound.canary': { zh: '灰度不存在', en: 'There is no such canary.', pt: 'Este canário não existe.' },
  'conflict.nothingFailed': {
    zh: '没有新版本处理失败的数据可以重放',
    en: 'There are no records that the new version failed and that are still in error.',
    pt: 'Não há registros que a nova versão falhou e que ainda estão com erro.',
  },
  'conflict.otherDraft': {
    zh: '预演之后草稿或已发布版本已改变，请重新预演',
    en: 'The draft or the published version has changed since. Rehearse it again.',
    pt: 'O rascunho ou a versão publicada mudou desde então. Ensaie de novo.',
  },
} as const satisfies Messages
