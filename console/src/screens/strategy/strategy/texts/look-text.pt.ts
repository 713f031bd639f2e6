import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './look-text.zh.ts'

export const pt: Like<typeof zh> = {
  title: 'Prévia',
  wait: 'Escolha um conector e o que ler; os primeiros registros aparecem aqui.',
  shown: (rows: number) => `Primeiros ${rows}`,
  empty: 'A origem não tem dados',
  emptyText: 'Ela respondeu, e não há nenhum registro na resposta.',
  failed: 'Nenhum dado pôde ser lido',
  again: 'Ler de novo',
  views: { rows: 'Registros', answer: 'Resposta' },
  answered: (status: string, size: string, ms: number) => `${status} · ${size} · ${ms} ms`,
  noAnswer: 'Sem resposta',
  pickHint: 'Clique na resposta: qual lista tem os dados, qual número é o total, onde está a próxima página.',
  picks: { list: 'Usar como lista', total: 'Usar como total', cursor: 'Usar como cursor', link: 'Usar como link' },
  picked: { list: 'Lista', total: 'Total', cursor: 'Cursor', link: 'Próxima página' },
  more: (sign: string) =>
    `A resposta fala de mais dados (${sign}), e nenhuma paginação está definida: só esta página seria lida.`,
  infer: 'Detectar paginação',
  inferring: 'Tentando os parâmetros usuais…',
  inferred: (query: string) => `Encontrado: ${query} traz outra página.`,
  notInferred: 'Nenhum dos parâmetros tentados traz outra página. Preencha a paginação conforme a documentação da API.',
  use: 'Usar',
  tries: 'Requisições tentadas',
  findings: {
    same: 'igual à primeira',
    other: 'outra página',
    overlaps: 'em parte igual',
    empty: 'sem dados',
    refused: 'recusada',
  },
  rowsOf: (rows: number) => `${rows} ${rows === 1 ? 'registro' : 'registros'}`,
  field: (name: string) => `Campo ${name}`,
  marks: { key: 'Chave', number: 'Número', increment: 'Incremento' },
  keyLike: (name: string, rows: number) =>
    `${name} difere em cada um dos primeiros ${rows} registros: pode ser a chave.`,
  asKey: 'Usar como chave',
  notKey: 'Não é mais chave',
  asNumber: 'Usar como número de negócio',
  asIncrement: 'Ler o novo e alterado por ele',
  emptyCell: 'texto vazio',
  missing: 'campo ausente',
}
