import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './edition-text.zh.ts'

export const pt: Like<typeof zh> = {
  unknown:
    'Esta versão usa a edição 1 da linguagem de mapeamento. O que a edição 2 mudaria nos registros armazenados ainda não foi comparado.',
  counted: (otherwise, examined) =>
    `Esta versão usa a edição 1 da linguagem de mapeamento; na edição 2, ${otherwise} de ${examined} registros armazenados sairiam diferentes.`,
  refused: count => `${count} deles seriam recusados.`,
  same: examined =>
    `Esta versão usa a edição 1 da linguagem de mapeamento; na edição 2, todos os ${examined} registros armazenados sairiam iguais.`,
  none: 'Esta versão usa a edição 1 da linguagem de mapeamento; não há registros armazenados para comparar.',
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
  title: 'O que a edição 2 mudaria',
  change: {
    notYet: 'Preencha antes o que é obrigatório e aguarde a comparação em andamento',
    title: 'O que salvar mudaria',
    start: 'Comparar registros armazenados',
    counted: (otherwise, examined) =>
      `Depois de salvar, ${otherwise} de ${examined} registros armazenados sairiam diferentes.`,
    same: examined => `Depois de salvar, todos os ${examined} registros armazenados sairiam iguais.`,
    none: 'Não há registros armazenados para comparar.',
  },
  move: 'Passar à edição 2',
  moveTitle: 'Passar à edição 2 da linguagem de mapeamento?',
  moveText:
    'Uma nova versão é salva; execuções iniciadas depois mapeiam pela edição 2. Com portão de publicação, vira primeiro um rascunho.',
  moveUnknown: 'Os registros armazenados ainda não foram comparados.',
  moved: version => `Salva como versão ${version}, na edição 2`,
  movedDraft: 'Salva como rascunho; publicada, usa a edição 2',
  list: {
    open: count => `${count} estratégias usam a edição 1 da linguagem de mapeamento`,
    title: 'Estratégias na edição 1 da linguagem de mapeamento',
    hint: 'A edição 2 calcula decimais exatos e compara por uma só regra. Estratégias antigas ficam na edição 1 até alguém movê-las; aqui se vê antes o que mudaria.',
    name: 'Estratégia',
    version: 'Versão',
    records: 'Registros armazenados',
    result: 'Na edição 2',
    notCompared: 'Não comparada',
    outcome: (otherwise, refused, examined) => `${otherwise} de ${examined} diferentes, ${refused} recusados`,
    allSame: examined => `Todos os ${examined} iguais`,
    reports: 'Relatórios na edição 1',
    hasDraft: 'Um rascunho espera',
    compareAll: 'Comparar todas',
    allCompared: 'Todas já foram comparadas',
    asked: count => `Comparando ${count} estratégias`,
    empty: 'Todas as estratégias usam a edição mais nova',
  },
}
