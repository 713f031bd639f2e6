import type { Words } from '@sluice/contract'
import type { LineageKind, LineageUse } from './contract.ts'

const words = (zh: string, en: string, pt: string): Words => ({ zh, en, pt })

/** Of the file. */
export const headings = {
  names: [
    words('步', 'Step', 'Passo'),
    words('类型', 'Kind', 'Tipo'),
    words('名称', 'Name', 'Nome'),
    words('集成方案', 'Strategy', 'Estratégia'),
    words('用法', 'Use', 'Uso'),
    words('读取', 'Reads', 'Lê'),
    words('写到', 'Into', 'Para'),
    words('确定', 'Certain', 'Certeza'),
  ],
  all: words('整条记录', 'the whole record', 'o registro inteiro'),
  any: words('任意字段', 'any field', 'qualquer campo'),
  sure: words('读取', 'reads', 'lê'),
  perhaps: words('可能读取', 'may read', 'pode ler'),
}

/** What the file cannot tell, in its last lines. */
export const notes = {
  partial: words(
    '只能看到部分集成方案，经过其他方案的去向没有列出',
    'You see some of the strategies: what goes through others is not listed',
    'Você vê parte das estratégias: o que passa pelas outras não está listado',
  ),
  unread: words(
    '保存的版本不完整，无法读取：',
    'The stored version is not whole and cannot be read: ',
    'A versão salva não está inteira e não pode ser lida: ',
  ),
  unseen: words(
    '无权查看，没有核对：',
    'You may not see, and not looked at: ',
    'Sem permissão para ver, não conferido: ',
  ),
  short: words(
    '集成方案过多，只核对了一部分',
    'There are more strategies than are looked at',
    'Há mais estratégias do que as conferidas',
  ),
}

export const kindWords: Readonly<Record<LineageKind, Words>> = {
  strategy: words('集成方案', 'Strategy', 'Estratégia'),
  report: words('聚合报表', 'Report', 'Relatório'),
  share: words('共享数据表', 'Shared table', 'Tabela compartilhada'),
  gateway: words('网关应用', 'Gateway application', 'Aplicação do gateway'),
  asset: words('网关应用（API 资产）', 'Gateway application (API asset)', 'Aplicação do gateway (ativo de API)'),
  reconciliation: words('对账流程', 'Reconciliation flow', 'Fluxo de conciliação'),
  dashboard: words('数据大屏', 'Dashboard', 'Painel'),
}

export const useWords: Readonly<Record<LineageUse, Words>> = {
  map: words('映射字段', 'Mapped field', 'Campo mapeado'),
  lookup: words('经值映射', 'Through a value map', 'Por um mapa de valores'),
  copy: words('复制其余字段', 'Copied with the rest', 'Copiado com o resto'),
  list: words('逐行展开', 'Lines are made of it', 'Dele se fazem linhas'),
  script: words('脚本', 'Script', 'Script'),
  find: words('被查找取值', 'Looked up', 'Consultado'),
  findBy: words('查找条件', 'Looked up by', 'Critério de consulta'),
  key: words('主键', 'Key', 'Chave'),
  number: words('业务单号', 'Number', 'Número'),
  increment: words('增量字段', 'Increment', 'Incremento'),
  filter: words('过滤条件', 'Filter', 'Filtro'),
  deletes: words('删除条件', 'Condition of deletion', 'Condição de exclusão'),
  targetKey: words('目标主键', 'Key at the target', 'Chave no destino'),
  apart: words('分批字段', 'Keeps batches apart', 'Separa os lotes'),
  callback: words('写后转交', 'Handed on', 'Repassado'),
  record: words('作为数据源读取', 'Read as a source', 'Lido como origem'),
  group: words('分组', 'Grouped by', 'Agrupado por'),
  measure: words('指标', 'Measured', 'Medido'),
  column: words('列', 'Column', 'Coluna'),
  published: words('已发布字段', 'Published field', 'Campo publicado'),
  rule: words('匹配规则', 'Matching rule', 'Regra de correspondência'),
  source: words('从中读取', 'Reads from it', 'Lê dele'),
  target: words('写入其中', 'Writes to it', 'Grava nele'),
  counts: words('只统计记录数', 'Counts records only', 'Só conta registros'),
}
