import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './lineage-text.zh.ts'

export const pt: Like<typeof zh> = {
  open: 'Origem e destino',
  openFor: field => `Origem e destino de ${field}`,
  title: field => `${field}: origem e destino`,
  saved: 'Das versões em vigor; o que foi alterado aqui e não foi salvo não entra.',
  back: field => `Voltar a ${field}`,
  from: 'Vem de',
  to: 'Vai para',
  sides: { source: 'campo lido', mapped: 'campo gravado' },
  follow: field => `Origem e destino de ${field}`,
  any: 'qualquer campo',
  noOrigin: 'Na versão em vigor não vem de nenhum campo: é constante ou ainda não está mapeado.',
  noWriter: 'Nenhuma outra estratégia grava este campo.',
  nobody: 'Nada lê este campo.',
  unseen: 'Há objetos que você não pode ver; não estão listados.',
  picture: 'Mostrar este campo no fluxo',
}
