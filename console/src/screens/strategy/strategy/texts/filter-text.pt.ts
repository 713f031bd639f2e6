import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './filter-text.zh.ts'

export const pt: Like<typeof zh> = {
  title: 'Filtros salvos',
  none: 'Ainda não há filtros salvos. Defina um filtro e salve-o.',
  keep: 'Salvar este filtro',
  kept: 'Filtro salvo',
  name: 'Nome',
  nameRequired: 'Informe um nome',
  makeDefault: 'Abrir a lista com ele',
  share: 'Compartilhar com todos daqui',
  isDefault: 'Padrão',
  isShared: 'Compartilhado',
  forget: 'Remover',
  remove: name => `Remover o filtro ${name}`,
  save: 'Salvar',
  cancel: 'Cancelar',
}
