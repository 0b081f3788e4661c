/** Names that mean something to other services and their frameworks; here they mean nothing. */

/** The words of a text, as tables of names are written; a no-break space is part of a word. */
export const words = (text: string): readonly string[] => text.trim().split(/[ \n]+/)

/** Brackets stand as codes: a request with brackets as such may be refused, which would hide what the other names do. */
export const foreignParameters: readonly string[] = words(`
  offset skip start from after before since until cursor page page_size per_page pageSize pageToken size top count first
  last max take rows n sort sort_by orderBy order direction reverse desc fields field select include exclude expand embed
  only filter where q query search name tag tags type kind id ids user user_id userId owner account tenant org group role
  scope as sub impersonate debug verbose trace test dev admin internal all deleted archived hidden show_all format output
  pretty callback jsonp lang locale version v api_version token api_key auth method _method _format $top $skip $filter
  $select $orderby envelope meta raw download nocache page%5Blimit%5D page%5Bsize%5D
  page%5Bnumber%5D filter%5Bname%5D name__startswith name__icontains tag__isnull _start _end _limit _page _envelope _escaped_fragment_ ticket
  utm_source utm_medium utm_campaign gclid fbclid code state wsdl X-Amz-Signature sig signature expires password secret`)

/** Whatever such a parameter stands for, one of these is a value for it. */
export const parameterValues: readonly string[] = words('1 2 3 true name -name desc xml csv DELETE')

export const foreignFields: readonly string[] = words(`
  X-User-Id X-User X-Username X-Remote-User Remote-User X-Forwarded-User X-Forwarded-Email X-Auth-Request-User
  X-Authenticated-User X-Authenticated-Userid X-Consumer-Id X-Consumer-Username X-Account-Id X-Tenant-Id X-Org-Id
  X-Customer-Id X-Client-Id X-Impersonate-User Impersonate-User Sudo X-Act-As X-On-Behalf-Of X-Role X-Roles X-Scope
  X-Permissions X-Admin X-Internal X-Debug X-Test X-Verbose X-Real-IP True-Client-IP CF-Connecting-IP X-Client-IP
  X-Cluster-Client-IP X-Forwarded-For X-Original-Forwarded-For X-Forwarded-Server X-Forwarded-Port X-Forwarded-Proto
  X-Forwarded-Prefix X-Script-Name X-Base-Path X-Forwarded-Path X-Original-URL X-Rewrite-URL X-Original-URI X-Original-Method X-HTTP-Method
  X-HTTP-Method-Override X-Method-Override X-Api-Version Api-Version Accept-Version Version X-Version X-Limit X-Offset
  X-Page X-Per-Page X-Sort X-Fields X-Format X-Api-Key Api-Key X-Auth-Token X-Access-Token X-Token X-Authorization
  X-Forwarded-Access-Token X-Id-Token X-Forwarded-Authorization X-Serverless-Authorization
  X-Amzn-Oidc-Identity X-Amzn-Oidc-Accesstoken X-Goog-Authenticated-User-Email X-MS-Client-Principal-Name X-Forwarded-Uri
  X-Forwarded-Method X-Forwarded-Scheme X-Host Sec-WebSocket-Protocol X-Client-Cert X-SSL-Client-Verify Save-Data Prefer`)

/** Users, machines, methods, paths, preferences and switches. */
export const fieldValues: readonly string[] = words(
  '1 2 true on admin /nothing DELETE 127.0.0.1 maxpagesize=1',
)
