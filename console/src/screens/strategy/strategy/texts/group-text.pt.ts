import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './group-text.zh.ts'

export const pt: Like<typeof zh> = {
  elements: {
    label: 'Juntar elementos em grupos',
    hint: members =>
      `Cada grupo é uma linha: tem os campos do agrupamento, o que se calcula e seus elementos como ${members}.`,
    by: 'Agrupar por',
    byHint: 'Elementos de valores iguais ficam juntos',
    all: 'Sem campo, a lista inteira é um grupo.',
    calculate: 'Calculado sobre o grupo',
    add: 'Adicionar cálculo',
    name: at => `Nome do resultado ${at}`,
    nameHint: 'Nome',
    op: at => `Cálculo ${at}`,
    field: at => `Campo do cálculo ${at}`,
    fieldHint: 'Campo do elemento',
    elements: 'número de elementos',
    separator: at => `Separador ${at}`,
    remove: at => `Remover cálculo ${at}`,
    maxLines: 'Máximo de elementos por grupo',
    noBound: 'sem limite',
    members: 'Nome dos elementos do grupo',
    ops: {
      sum: 'soma',
      avg: 'média',
      min: 'menor',
      max: 'maior',
      count: 'contagem',
      first: 'primeiro',
      last: 'último',
      join: 'texto unido',
      list: 'todos os valores',
      distinct: 'valores diferentes',
    },
  },
  /** What reads differently where records are grouped. */
  records: {
    label: 'Juntar registros em documentos',
    hint: members =>
      `Cada grupo é um registro: tem os campos do agrupamento, o que se calcula e seus registros como ${members}. Um que chega tarde ou muda faz uma nova versão.`,
    byHint: 'Registros de valores iguais são um documento; os campos viram a chave',
    all: 'Escolha ao menos um campo.',
    maxLines: 'Máximo de linhas por documento',
    members: 'Nome dos registros do grupo',
    elements: 'número de registros',
    fieldHint: 'Campo do registro',
  },
}
