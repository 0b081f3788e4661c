/** A page that shows the recipes one at a time: bundled by the test, run in a browser. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createClient, listCache, listPlants } from '@plant-store/client'
import { PlantList } from './plant-list.tsx'
import { PlantNames } from './plant-names.tsx'

const root = createRoot(document.body)
const queryClient = new QueryClient()
const cache = listCache()

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
    /** The result without its header fields; for an error, its name. */
    list: async (baseUrl: string, token: string) => {
      try {
        const { headers: _, ...result } = await listPlants({ baseUrl, token, limit: 3, cache, retries: 0 })
        return result
      } catch (error) {
        return error instanceof Error ? error.name : String(error)
      }
    },
    countTags: (token: string) => {
      sessionStorage.setItem('token', token)
      return import('./count-tags.ts')
    },
  },
})
