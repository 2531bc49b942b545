// The page counts the times it was held up for more than 50 ms; a search in a worker must not add to them.
export const longTasks = { count: 0, longest: 0 };

export function watchLongTasks() {
  (globalThis as Record<string, unknown>).quandaryLongTasks = longTasks;
  try {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        longTasks.count += 1;
        longTasks.longest = Math.max(longTasks.longest, entry.duration);
      }
    }).observe({ type: "longtask", buffered: true });
  } catch {
    // A browser that does not count has nothing to report.
  }
}
