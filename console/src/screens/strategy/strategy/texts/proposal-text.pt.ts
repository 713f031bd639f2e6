import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './proposal-text.zh.ts'

export const pt: Like<typeof zh> = {
  asks: {
    nothing: 'Aceitar como “sem linhas”?',
    loneRecord: 'Ler como um registro?',
    keyedRecords: 'Ler como registros sob seus ids?',
    listPath: 'Usar como caminho da lista?',
    rowLists: 'Distinguir as linhas por isso?',
    success: 'Aceitar só uma resposta assim como sucesso?',
    total: 'Conferir o total por ele? Uma leitura a que falte um registro não fica completa.',
    cursor: 'Paginar por este cursor?',
    link: 'Paginar por este link?',
    page: 'Paginar por número?',
    offset: 'Paginar por deslocamento?',
  },
  seen: {
    status204: 'A resposta foi 204 sem corpo.',
    emptyBody: 'A resposta não tem corpo.',
    null: 'Há null no lugar da lista.',
    emptyText: 'Há um texto vazio no lugar da lista.',
    emptyObject: 'Há um objeto vazio no lugar da lista.',
    missingList: 'A resposta não tem lista.',
    status404: 'A resposta foi 404.',
  },
  keyedRecords: place => `${place === '' ? 'A resposta' : place} é um objeto de objetos, não uma lista.`,
  loneRecord: place => `${place === '' ? 'A resposta' : place} é um único objeto, não uma lista.`,
  seenAt: place => `A resposta tem ${place}.`,
  list: place => (place === '' ? 'A própria resposta é uma lista.' : `Há uma lista em ${place}.`),
  use: 'Usar',
  used: 'Salvo nas configurações da origem',
}
