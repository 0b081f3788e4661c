/** A page that shows the recipes one at a time: bundled by the test, run in a browser. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createClient } from '@plant-store/client'
import { PlantList } from './plant-list.tsx'
import { PlantNames } from './plant-names.tsx'

const root = createRoot(document.body)
const queryClient = new QueryClient()

Object.assign(globalThis, {
  page: {
    showPlantList: (path: string, token: string) =>
      root.render(
        <QueryClientProvider client={queryClient}>
          <PlantList client={createClient({ baseUrl: location.origin + path, token, retries: 0 })} />
        </QueryClientProvider>,
      ),
    showPlantNames: (path: string, token: string) =>
      root.render(
        <PlantNames client={createClient({ baseUrl: location.origin + path, token, retries: 0 })} />,
      ),
    unmount: () => {
      root.render(null)
      queryClient.clear()
    },
    countTags: (token: string) => {
      sessionStorage.setItem('token', token)
      return import('./count-tags.ts')
    },
  },
})
