import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './edition-text.zh.ts'

export const pt: Like<typeof zh> = {
  unknown:
    'Esta versão usa uma edição anterior da linguagem de mapeamento. O que a mais nova mudaria nos registros armazenados ainda não foi comparado.',
  counted: (otherwise, examined) =>
    `Esta versão usa uma edição anterior da linguagem de mapeamento; na mais nova, ${otherwise} de ${examined} registros armazenados sairiam diferentes.`,
  refused: count => `${count} deles seriam recusados.`,
  same: examined =>
    `Esta versão usa uma edição anterior da linguagem de mapeamento; na mais nova, todos os ${examined} registros armazenados sairiam iguais.`,
  none: 'Esta versão usa uma edição anterior da linguagem de mapeamento; não há registros armazenados para comparar.',
  failed: message => `A comparação falhou: ${message}`,
  cut: count => `Só os ${count} mais novos foram comparados.`,
  filtered: 'Linhas que o filtro deixou de fora não são armazenadas como registros e não são comparadas.',
  running: (done, total) => `Comparando: ${done} de ${total}`,
  counting: 'Comparando: contando',
  progress: 'Progresso da comparação',
  compare: 'Comparar registros armazenados',
  again: 'Comparar de novo',
  underWay: 'Uma comparação está em andamento',
  cancel: 'Cancelar a comparação',
  show: 'Ver diferenças',
  title: 'O que a edição mais nova mudaria',
  change: {
    notYet: 'Preencha antes o que é obrigatório e aguarde a comparação em andamento',
    title: 'O que salvar mudaria',
    start: 'Comparar registros armazenados',
    counted: (otherwise, examined) =>
      `Depois de salvar, ${otherwise} de ${examined} registros armazenados sairiam diferentes.`,
    same: examined => `Depois de salvar, todos os ${examined} registros armazenados sairiam iguais.`,
    none: 'Não há registros armazenados para comparar.',
  },
  move: 'Passar à edição mais nova',
  moveTitle: 'Passar à edição mais nova da linguagem de mapeamento?',
  moveText:
    'Uma nova versão é salva; execuções iniciadas depois mapeiam pela edição mais nova. Com portão de publicação, vira primeiro um rascunho.',
  moveUnknown: 'Os registros armazenados ainda não foram comparados.',
  moved: version => `Salva como versão ${version}, na edição mais nova`,
  movedDraft: 'Salva como rascunho; publicada, usa a edição mais nova',
  list: {
    title: 'Estratégias em uma edição anterior da linguagem de mapeamento',
    hint: 'Uma estratégia calcula pela edição em que foi salva, seja o que for que o produto aprenda, até alguém movê-la; aqui se vê antes o que mudaria.',
    name: 'Estratégia',
    version: 'Versão',
    records: 'Registros armazenados',
    result: 'Na edição mais nova',
    notCompared: 'Não comparada',
    outcome: (otherwise, refused, examined) => `${otherwise} de ${examined} diferentes, ${refused} recusados`,
    allSame: examined => `Todos os ${examined} iguais`,
    reports: 'Relatórios em uma edição anterior',
    hasDraft: 'Um rascunho espera',
    compareAll: 'Comparar todas',
    allCompared: 'Todas já foram comparadas',
    asked: count => `Comparando ${count} estratégias`,
    empty: 'Todas as estratégias usam a edição mais nova',
  },
}
