---
redirect_to: https://example.com/new
---
