import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'The schema of the service has no {name} that can be read without a query of your own.':
    'O esquema do serviço não tem {name} que possa ser lido sem uma consulta própria.',
  'The schema of the service has no {name} that can be written without a query of your own.':
    'O esquema do serviço não tem {name} que possa ser gravado sem uma consulta própria.',
  'Choose another, or write the query or mutation yourself.':
    'Escolha outro, ou escreva você mesmo a consulta ou mutação.',
  'The service tells nothing about its schema, so nothing can be made from it.':
    'O serviço não diz nada sobre o seu esquema; por isso nada pode ser gerado dele.',
  'Write the query or mutation yourself.': 'Escreva você mesmo a consulta ou mutação.',
  'The variables are no JSON object.': 'As variáveis não são um objeto JSON.',
  'Write an object; placeholders stand inside quotes: {"since": "{{from}}"}.':
    'Escreva um objeto; marcadores ficam entre aspas: {"since": "{{from}}"}.',
  'What answers at this address is no GraphQL service (HTTP {status}).':
    'O que responde neste endereço não é um serviço GraphQL (HTTP {status}).',
  'Check the whole address with its path, which often ends with /graphql.':
    'Verifique o endereço inteiro com o caminho, que muitas vezes termina com /graphql.',
  'The service refused the credentials (HTTP {status}).': 'O serviço recusou as credenciais (HTTP {status}).',
  'Check the token and its rights, and the way of authentication.':
    'Verifique o token e suas permissões, e a forma de autenticação.',
  GraphQL: 'GraphQL',
  'Reads GraphQL queries with the cursors of Relay and writes by mutations; queries can be made from the schema of the service.':
    'Lê consultas GraphQL com os cursores do Relay e grava por mutações; consultas podem ser geradas do esquema do serviço.',
  Endpoint: 'Endpoint',
  Authentication: 'Autenticação',
  None: 'Nenhuma',
  'Fixed token (Bearer)': 'Token fixo (Bearer)',
  Header: 'Cabeçalho',
  'User name and password (Basic)': 'Nome de usuário e senha (Basic)',
  'Name of the header': 'Nome do cabeçalho',
  'User name': 'Nome de usuário',
  'Token or password': 'Token ou senha',
  'Sealed at rest and never shown again.': 'Guardado cifrado e nunca mais mostrado.',
  'Shortest interval between requests (ms)': 'Menor intervalo entre requisições (ms)',
  Query: 'Consulta',
  'Empty: made from the schema of the service, with every scalar field. The variables of paging are $first and $after.':
    'Vazio: gerada do esquema do serviço, com todos os campos escalares. As variáveis da paginação são $first e $after.',
  Variables: 'Variáveis',
  'A JSON object; {{from}} and {{to}} are the bounds of an increment.':
    'Um objeto JSON; {{from}} e {{to}} são os limites de um incremento.',
  'Form of the result': 'Forma do resultado',
  'nodes of a connection': 'nodes de uma conexão',
  'edges.node of a connection': 'edges.node de uma conexão',
  'A list without pages': 'Uma lista sem páginas',
  'Only for a query of your own.': 'Somente para uma consulta própria.',
  'Path of the result': 'Caminho do resultado',
  'Where the connection or list is inside data; empty: the name of the resource.':
    'Onde a conexão ou lista está dentro de data; vazio: o nome do recurso.',
  'Most records of a page': 'Máximo de registros por página',
  Mutation: 'Mutação',
  'Empty: made from the schema of the service, for mutations with one input. The record becomes the variable $input.':
    'Vazio: gerada do esquema do serviço, para mutações com uma só entrada. O registro torna-se a variável $input.',
  'Variable of the record': 'Variável do registro',
  'Path of refusals': 'Caminho das recusas',
  'Where the result of the mutation lists what it refuses; anything in it is a refusal.':
    'Onde o resultado da mutação lista o que recusa; qualquer item é uma recusa.',
  'Path of the key': 'Caminho da chave',
  'Where the result of the mutation has the key of the record.': 'Onde o resultado da mutação tem a chave do registro.',
  'Field for the idempotency key': 'Campo da chave de idempotência',
  'Fill it in where the service does one key of this field only once. Empty: a write without an answer is unknown.':
    'Preencha onde o serviço processa cada chave deste campo uma só vez. Vazio: uma gravação sem resposta é desconhecida.',
  'Header for the idempotency key': 'Cabeçalho da chave de idempotência',
}
