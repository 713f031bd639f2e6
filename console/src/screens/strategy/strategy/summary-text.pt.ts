import type { Like } from '../../../lib/i18n.ts'
import type { zh } from './summary-text.zh.ts'

export const pt: Like<typeof zh> = {
  table: {
    fields: (taken, all) => `A nova tabela recebe ${taken} de ${all} campos da origem`,
    field: 'Campo',
    type: 'Tipo no destino',
    keeps: 'Observação',
    notNull: 'não nulo',
    take: name => `Incluir ${name}`,
    all: 'Todos os valores são mantidos como estão',
    statement: 'Instrução',
    waiting: 'Preparando a instrução…',
    problems: count => `${count} campos não podem virar colunas; desmarque-os primeiro`,
  },
  unread: {
    title: (count, all, names) => `${count} de ${all} campos da origem não vão a lugar nenhum: ${names.join(', ')}`,
    leave: 'Deixar esses campos de fora',
    leftOut: names => `Deixados de fora de propósito: ${names.join(', ')}`,
    takeBack: 'Retomar',
    complete: 'Todos os campos da origem têm destino',
  },
  summary: {
    title: 'Resumo antes de salvar',
    text: 'O que a estratégia fará como está configurada agora.',
    way: 'Caminho',
    fields: 'Campos',
    fieldsOf: (taken, all) => `${taken} de ${all} campos da origem têm destino`,
    fieldsUnknown: 'A origem não informa os seus campos',
    conversions: 'Conversões',
    source: 'Campo da origem',
    target: 'Campo do destino',
    risk: 'Risco',
    levels: { same: 'Como está', safe: 'Segura', checked: 'Valores que não cabem são recusados', never: 'Não cabe' },
    unchanged: count => `Mais ${count} campos são gravados como estão`,
    guarantee: 'Garantia',
    expected: 'Linhas esperadas',
    rows: count => `Cerca de ${count}`,
    rowsUnknown: 'A origem não sabe dizer antes',
    check: 'Verificação antes de iniciar',
    again: 'Resumir novamente',
  },
}
